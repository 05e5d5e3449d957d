import { DurableObject } from 'cloudflare:workers'
import type { HostState } from '../../contract/operator/operator-overview.ts'
import type { AppLimit, CallLease, HostAnswer, HostApi } from '../../system/runner-api/host-api.ts'
import { emptyBudget, leaseCalls, NO_BUDGET } from './app-limit.ts'
import { askBreaker, CLOSED_BREAKER, countReport, readBreaker } from './circuit-breaker.ts'

/**
 * One host of a service's file: its circuit breaker, and the calls that it allows for all users together. Kept
 * in memory only, because it is advisory: a Host that cannot be reached, or that begins again, lets calls pass.
 */
export class Host extends DurableObject implements HostApi {
  #breaker = CLOSED_BREAKER
  #budget = NO_BUDGET

  /** A Runner's calls since its last report, and whether it may call now. */
  async report(user: string, calls: number, failures: number): Promise<HostAnswer> {
    this.#breaker = countReport(this.#breaker, { user, calls, failures, at: Date.now() })
    return this.ask()
  }

  async ask(): Promise<HostAnswer> {
    const [answer, after] = askBreaker(this.#breaker, Date.now(), Math.random())
    this.#breaker = after
    return answer
  }

  async read(): Promise<HostState> {
    return readBreaker(this.#breaker, Date.now())
  }

  async lease(limit: AppLimit, wanted: number): Promise<CallLease> {
    const [lease, after] = leaseCalls(this.#budget, limit, { wanted, now: Date.now(), random: Math.random() })
    this.#budget = after
    return lease
  }

  async emptyLeases(retry_after: number): Promise<void> {
    this.#budget = emptyBudget(this.#budget, retry_after, Date.now())
  }
}
