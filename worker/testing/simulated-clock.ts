import { setImmediate } from 'node:timers/promises'

type Event = { at: number; order: number; run: () => void }

/** Time that passes only when somebody asks, with everything that is to happen in its order. In ms. */
export class SimulatedClock {
  #now: number
  #order = 0
  readonly #events: Event[] = []

  constructor(start: number) {
    this.#now = start
  }

  get now(): number {
    return this.#now
  }

  /** Moves the clock by hand, also back. */
  shift(by: number): void {
    this.#now += by
  }

  at(time: number, run: () => void): void {
    const event = { at: time, order: this.#order++, run }
    const index = this.#events.findIndex((other) => other.at > time)
    if (index < 0) this.#events.push(event)
    else this.#events.splice(index, 0, event)
  }

  /** Lets everything happen until then; what happens may plan more. */
  async runUntil(end: number): Promise<void> {
    await settle()
    for (let next = this.#events[0]; next && next.at <= end; next = this.#events[0]) {
      this.#events.shift()
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await settle()
    }
    this.#now = Math.max(this.#now, end)
  }

  /** When the next thing happens; null if nothing is planned. */
  get next(): number | null {
    return this.#events[0]?.at ?? null
  }
}

/** Lets all promises come forward. */
async function settle(): Promise<void> {
  await setImmediate()
}
