import { setImmediate } from 'node:timers/promises'

/** So many turns with nothing under way mean that all waits for D1: a body takes several to be read. */
const IDLE_TURNS = 20

/**
 * D1's distance: an answer comes a round after it was asked for, once all else in this process waits too. So what is
 * asked for at once takes one round, as at a far database, and a busy machine changes no order.
 */
export class D1Rounds {
  /** How many are over. */
  over = 0
  #end: Promise<void> | null = null
  readonly #isBusy: () => boolean

  /** `isBusy`: whether other threads work for this one. */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy
  }

  /** Resolves when the present round is over. */
  pass(): Promise<void> {
    return (this.#end ??= this.#untilIdle())
  }

  async #untilIdle(): Promise<void> {
    for (let turns = 0; turns < IDLE_TURNS; turns++) {
      await setImmediate()
      if (this.#isBusy()) turns = 0
    }
    this.#end = null
    this.over += 1
  }
}
