/** How far time zones are ahead of UTC, with the zones' formats kept for as long as one run needs them. */
export class ZoneClock {
  #formats = new Map<string, Intl.DateTimeFormat>()

  /** False for a name that is not a time zone. */
  knows(zone: string): boolean {
    try {
      this.#formatOf(zone)
      return true
    } catch {
      return false
    }
  }

  /** How far local time is ahead of UTC, in ms, at a time from the year 100 on. Throws for what is not a time zone. */
  offsetAt(ms: number, zone: string): number {
    if (zone === 'UTC') return 0
    const second = Math.floor(ms / 1000) * 1000
    const parts: Record<string, number> = {}
    for (const { type, value } of this.#formatOf(zone).formatToParts(second)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: atSecond = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, atSecond) - second
  }

  #formatOf(zone: string): Intl.DateTimeFormat {
    const known = this.#formats.get(zone)
    if (known) return known
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    this.#formats.set(zone, format)
    return format
  }
}
