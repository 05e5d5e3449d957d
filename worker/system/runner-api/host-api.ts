import type { HostState } from '../../contract/operator/operator-overview.ts'

/** `wait` in ms: 0 where the caller may call now. `suspect`: report successes too. */
export type HostAnswer = { wait: number; suspect: boolean }

/** `calls` in `per` seconds. */
export type AppLimit = { calls: number; per: number }

/** Calls that a Runner may make until then, in ms. `wait`, in ms: how long to wait where there are none. */
export type CallLease = { calls: number; until: number; wait: number }

/** A Runner's dealings with a Host: tells its calls since the last report, asks before one, or leases some. */
export type HostApi = {
  report(user: string, calls: number, failures: number): Promise<HostAnswer>
  ask(): Promise<HostAnswer>
  lease(limit: AppLimit, wanted: number): Promise<CallLease>
  /** After a 429: `retry_after` in ms. */
  emptyLeases(retry_after: number): Promise<void>
  /** Reads how calls there fared in the last five minutes. */
  read(): Promise<HostState>
}

/** How the Worker asks about a host by its name. Throws if its object cannot be reached. */
export type Hosts = { read(host: string): Promise<HostState> }
