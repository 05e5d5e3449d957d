/** How long a call takes at most unless its step says otherwise, in ms. */
export const OUTBOUND_TIMEOUT = 10_000
/** The platform lets an object, or an invocation, wait for so many answers. A further call would queue unseen. */
const MOST_AT_ONCE = 6
/** Of these, calls that may take longer than `OUTBOUND_TIMEOUT`: the others must not wait for them alone. */
const MOST_LONG = 3
/** How long a call waits for its place, in ms; then it is told as not sent. */
export const PLACE_WAIT = 10_000

/** One of the places for calls under way. `in_use`: while it has a call; one after the other may have it. */
export type Place = { readonly long: boolean; in_use: boolean; release(): void }

type Waiting = { long: boolean; take(place: Place | null): void }

/** Counts the calls of an object, or of an invocation, so that each waits before its time begins to run. */
export class CallPlaces {
  #taken = 0
  #long = 0
  readonly #waiting = new Set<Waiting>()
  readonly #sleep: (ms: number) => Promise<void>

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep
  }

  /** A place for a call of at most `timeout` ms, in turn; null where none is free for `PLACE_WAIT`. */
  take(timeout: number): Promise<Place | null> {
    const long = timeout > OUTBOUND_TIMEOUT
    if (this.#isFree(long)) return Promise.resolve(this.#give(long))
    return new Promise((resolve) => {
      const waiting = { long, take: resolve }
      this.#waiting.add(waiting)
      void this.#giveUp(waiting)
    })
  }

  async #giveUp(waiting: Waiting): Promise<void> {
    await this.#sleep(PLACE_WAIT)
    if (this.#waiting.delete(waiting)) waiting.take(null)
  }

  #isFree(long: boolean): boolean {
    return this.#taken < MOST_AT_ONCE && !(long && this.#long >= MOST_LONG)
  }

  #give(long: boolean): Place {
    this.#taken += 1
    if (long) this.#long += 1
    let isTaken = true
    const release = () => {
      if (!isTaken) return
      isTaken = false
      this.#taken -= 1
      if (long) this.#long -= 1
      this.#giveNext()
    }
    return { long, in_use: false, release }
  }

  /** The longest waiting first; a long call that may not begin yet holds up no short one. */
  #giveNext(): void {
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.long)) continue
      this.#waiting.delete(waiting)
      waiting.take(this.#give(waiting.long))
    }
  }
}
