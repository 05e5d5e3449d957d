import type { HostState } from '../../contract/operator/operator-overview.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { HostAnswer } from '../../system/runner-api/host-api.ts'

/** Calls that count, in ms: older reports are forgotten. */
const WINDOW = 5 * MINUTE
/** A host's breaker opens at so many failures, of so many users, if they are over half of the calls. */
const FAILURES_TO_OPEN = 10
const USERS_TO_OPEN = 5
/** While it is open, one call in that time tries whether the host is back, in ms. */
const PROBE_GAP = 15_000
/** Over how long what waited is spread once the host is back, in ms. */
const SPREAD = MINUTE

/** Calls of one user's Runner since its last report. `at` in ms. */
type Report = { user: string; calls: number; failures: number; at: number }

/**
 *   closed ──10 failures of 5 users, over half──▶ open ──a probe succeeds──▶ closed
 *                                                  └──one probe in 15 s──▶ open
 */
export type Breaker = { reports: Report[]; open: boolean; last_probe: number; closed_at: number | null }

export const CLOSED_BREAKER: Breaker = { reports: [], open: false, last_probe: 0, closed_at: null }

/** Counts a Runner's calls; opens or closes the breaker. */
export function countReport(breaker: Breaker, report: Report): Breaker {
  const recent = [...breaker.reports, report].filter(({ at }) => report.at - at < WINDOW)
  if (breaker.open && report.calls > report.failures) {
    return { ...CLOSED_BREAKER, closed_at: report.at }
  }
  const failures = sum(recent.map((each) => each.failures))
  const calls = sum(recent.map((each) => each.calls))
  const users = new Set(recent.filter((each) => each.failures > 0).map(({ user }) => user)).size
  const opens = failures >= FAILURES_TO_OPEN && users >= USERS_TO_OPEN && failures * 2 > calls
  if (!opens || breaker.open) return { ...breaker, reports: recent }
  return { ...breaker, reports: recent, open: true, last_probe: report.at, closed_at: null }
}

/** Whether a call may be made now. While open, the first to ask after 15 s is the probe. `random` is from 0 to 1. */
export function askBreaker(breaker: Breaker, now: number, random: number): [HostAnswer, Breaker] {
  if (breaker.open) {
    const probes = now - breaker.last_probe >= PROBE_GAP
    if (probes)
      return [
        { wait: 0, suspect: true },
        { ...breaker, last_probe: now },
      ]
    return [{ wait: PROBE_GAP + Math.round(random * SPREAD), suspect: true }, breaker]
  }
  const suspect = breaker.reports.some(({ failures, at }) => failures > 0 && now - at < WINDOW)
  return [{ wait: 0, suspect }, breaker]
}

/** Sums up the reports of the last five minutes. */
export function readBreaker({ reports, open }: Breaker, now: number): HostState {
  const recent = reports.filter(({ at }) => now - at < WINDOW)
  const failing = recent.filter(({ failures }) => failures > 0)
  return {
    open,
    calls: sum(recent.map(({ calls }) => calls)),
    failures: sum(recent.map(({ failures }) => failures)),
    users: new Set(failing.map(({ user }) => user)).size,
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
