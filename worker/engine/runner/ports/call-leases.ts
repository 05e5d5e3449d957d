import type { RunnerEnv } from '../../../system/context/runner-env.ts'
import type { CallLease, AppLimit } from '../../../system/runner-api/host-api.ts'

/** `size`: how many calls are asked for; it doubles while they are used up in time. `until` in ms. */
type Held = { calls: number; until: number; size: number }

/** The calls that a Runner may make at hosts with a limit for the whole app: leased a few at a time. */
export class CallLeases {
  readonly #held = new Map<string, Held>()
  readonly #env: Pick<RunnerEnv, 'HOST'>

  constructor(env: Pick<RunnerEnv, 'HOST'>) {
    this.#env = env
  }

  /** Takes one call at each of these hosts. Returns how long to wait first, in ms: 0 where it may be made now. */
  async take(hosts: readonly string[], limit: AppLimit): Promise<number> {
    const waits = await Promise.all(hosts.map((host) => this.#take(host, limit)))
    return Math.max(0, ...waits)
  }

  async #take(host: string, limit: AppLimit): Promise<number> {
    const held = this.#held.get(host)
    if (held && held.calls > 0 && Date.now() < held.until) {
      held.calls -= 1
      return 0
    }
    const size = held && Date.now() < held.until ? held.size * 2 : 1
    const { calls, until, wait } = await this.#lease(host, limit, size)
    this.#held.set(host, { calls: Math.max(0, calls - 1), until, size })
    return wait
  }

  /** After a 429: nobody calls these hosts for so long, in ms. */
  async empty(hosts: readonly string[], retry_after: number): Promise<void> {
    for (const host of hosts) {
      this.#held.delete(host)
      await this.#env.HOST.getByName(host)
        .emptyLeases(retry_after)
        .catch(() => {})
    }
  }

  /** A Host that cannot be reached lets a call pass. */
  async #lease(host: string, limit: AppLimit, wanted: number): Promise<CallLease> {
    try {
      return await this.#env.HOST.getByName(host).lease(limit, wanted)
    } catch {
      return { calls: 1, until: Date.now(), wait: 0 }
    }
  }
}
