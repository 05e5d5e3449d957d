import type { AppLimit, CallLease } from '../../system/runner-api/host-api.ts'

/** Calls are leased in chunks of that time, in ms; longer where a limit allows less than one call in it. */
const CHUNK = 10_000
/** How many calls one Runner gets at most, because others want theirs. */
const MOST_AT_ONCE = 10

/** The calls left in the present chunk. `ends`: when the chunk does, in ms. */
export type CallBudget = { ends: number; left: number }

export const NO_BUDGET: CallBudget = { ends: 0, left: 0 }

/** Leases at most `wanted` calls of what an app may make for all its users. `random` is from 0 to 1. */
export function leaseCalls(
  budget: CallBudget,
  { calls, per }: AppLimit,
  { wanted, now, random }: { wanted: number; now: number; random: number },
): [CallLease, CallBudget] {
  const length = Math.max(CHUNK, (per * 1000) / calls)
  const present = now < budget.ends ? budget : { ends: now + length, left: Math.floor((calls * length) / (per * 1000)) }
  // Those who wait come back one after another.
  if (present.left === 0)
    return [{ calls: 0, until: now, wait: present.ends - now + Math.round(random * length) }, present]
  const leased = Math.min(wanted, present.left, MOST_AT_ONCE)
  return [
    { calls: leased, until: present.ends, wait: 0 },
    { ...present, left: present.left - leased },
  ]
}

/** After a 429: nobody calls for so long, in ms. */
export function emptyBudget(budget: CallBudget, retry_after: number, now: number): CallBudget {
  return { ends: Math.max(budget.ends, now + retry_after), left: 0 }
}
