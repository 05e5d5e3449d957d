import { DurableObject } from 'cloudflare:workers'
import { askBreaker, CLOSED_BREAKER, countReport, type HostAnswer, type HostApi } from './circuit-breaker.ts'

/**
 * One host of a service's file: its circuit breaker for all users (§D18). Kept in memory only, because it is advisory: a
 * Host that cannot be reached, or that begins again, counts as closed.
 */
export class Host extends DurableObject implements HostApi {
  #breaker = CLOSED_BREAKER

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
}
