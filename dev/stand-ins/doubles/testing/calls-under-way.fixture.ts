import { setImmediate } from 'node:timers/promises'
import type { SimulatedClock } from '../../../../worker/testing/simulated-clock.ts'

/** How many turns of the event loop must pass without a call. */
const QUIET_TURNS = 5

/** Real calls to doubles, which take none of a simulated clock's time. */
export class CallsUnderWay {
  readonly #open = new Set<Promise<unknown>>()

  track<Value>(call: Promise<Value>): Promise<Value> {
    this.#open.add(call)
    return call.finally(() => this.#open.delete(call))
  }

  /** Lets so many ms pass on the clock. Waits for the calls that begin at each moment. */
  async pass(clock: SimulatedClock, ms: number): Promise<void> {
    const end = clock.now + ms
    for (;;) {
      await clock.runUntil(Math.min(clock.next ?? end, end))
      await this.#quiet()
      if ((clock.next ?? Number.POSITIVE_INFINITY) > end) break
    }
    await clock.runUntil(end)
  }

  /** Waits until no call is under way and none follows from the last one. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (this.#open.size > 0) turns = 0
      await Promise.all(this.#open)
      await setImmediate()
    }
  }
}
