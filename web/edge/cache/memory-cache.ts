type Entry<Value> = { value: Value; bytes: number; until: number }

/** A map with a time to live (ms) and a size limit (bytes); the oldest entries are dropped first. */
export class MemoryCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #capBytes: number
  readonly #ttl: number
  #bytes = 0

  constructor(capBytes: number, ttl: number) {
    this.#capBytes = capBytes
    this.#ttl = ttl
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (now < entry.until) return entry.value
    this.#drop(key)
    return undefined
  }

  set(key: string, value: Value, bytes: number, now: number): void {
    this.#drop(key)
    if (bytes > this.#capBytes) return
    this.#entries.set(key, { value, bytes, until: now + this.#ttl })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capBytes) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
