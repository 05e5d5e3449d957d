import type { RunnerEnv } from '../../../system/context/runner-env.ts'
import type { HostAnswer, HostApi } from '../../../system/runner-api/host-api.ts'

/** How long an answer holds, in ms. */
const CACHED_FOR = 15_000

type Known = { suspect: boolean; wait_until: number; asked: number; calls: number }

/** A Runner's knowledge of its services' hosts. Healthy hosts cost no call: only failures are reported at once. */
export class HostBreakers {
  readonly #known = new Map<string, Known>()
  readonly #env: Pick<RunnerEnv, 'HOST'>
  readonly #user: () => string

  constructor(env: Pick<RunnerEnv, 'HOST'>, user: () => string) {
    this.#env = env
    this.#user = user
  }

  /** How long a call to these hosts should wait, in ms. Asks only about a host that was suspect. */
  async delay(hosts: readonly string[]): Promise<number> {
    const waits = await Promise.all(hosts.map((host) => this.#delayOf(host)))
    return Math.max(0, ...waits)
  }

  async #delayOf(host: string): Promise<number> {
    const known = this.#known.get(host)
    if (!known?.suspect) return 0
    if (Date.now() < known.wait_until) return known.wait_until - Date.now()
    if (Date.now() - known.asked < CACHED_FOR && known.wait_until === 0) return 0
    const answer = await this.#ask(host, (stub) => stub.ask())
    return answer.wait
  }

  /** Notes how a call ended. A failure is told at once, a success only of a suspect host. */
  async report(hosts: readonly string[], ok: boolean): Promise<void> {
    for (const host of hosts) {
      const known = this.#known.get(host) ?? { suspect: false, wait_until: 0, asked: 0, calls: 0 }
      this.#known.set(host, { ...known, calls: known.calls + 1 })
      if (ok && !known.suspect) continue
      const calls = known.calls + 1
      this.#known.set(host, { ...known, calls: 0 })
      await this.#ask(host, (stub) => stub.report(this.#user(), calls, ok ? 0 : 1))
    }
  }

  async #ask(host: string, call: (stub: HostApi) => Promise<HostAnswer>): Promise<HostAnswer> {
    const answer = await this.#call(host, call)
    const { suspect, wait } = answer
    const known = this.#known.get(host)
    this.#known.set(host, {
      suspect,
      wait_until: wait === 0 ? 0 : Date.now() + wait,
      asked: Date.now(),
      calls: known?.calls ?? 0,
    })
    return answer
  }

  /** A Host that cannot be reached counts as closed. */
  async #call(host: string, call: (stub: HostApi) => Promise<HostAnswer>): Promise<HostAnswer> {
    try {
      return await call(this.#env.HOST.getByName(host))
    } catch {
      return { wait: 0, suspect: false }
    }
  }
}
