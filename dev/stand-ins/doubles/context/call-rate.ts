/** Counts calls of each key in a sliding window. Times in ms. */
export class CallRate {
  readonly #calls = new Map<string, number[]>()
  readonly #most: number
  readonly #window: number

  constructor(most: number, window: number) {
    this.#most = most
    this.#window = window
  }

  /** How long this call should have waited, in ms; 0 where it may pass. */
  take(key: string, now: number): number {
    const recent = (this.#calls.get(key) ?? []).filter((at) => now - at < this.#window)
    const [oldest] = recent
    if (recent.length >= this.#most && oldest !== undefined) return oldest + this.#window - now
    this.#calls.set(key, [...recent, now])
    return 0
  }
}
