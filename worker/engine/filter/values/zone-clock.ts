export type LocalTime = {
  year: number
  /** 0 to 11. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
}

const HOUR = 3_600_000

/** Local times of time zones, with the zones' formats kept for as long as one run needs them. */
export class ZoneClock {
  #formats = new Map<string, Intl.DateTimeFormat>()
  #last: { zone: string; second: number; offset: number } | undefined

  /** False for a name that is not a time zone. */
  knows(zone: string): boolean {
    try {
      this.#formatOf(zone)
      return true
    } catch {
      return false
    }
  }

  /** How far local time is ahead of UTC, in ms. */
  offsetAt(ms: number, zone: string): number {
    if (zone === 'UTC' || Number.isNaN(ms)) return 0
    const second = Math.floor(ms / 1000)
    if (this.#last?.zone === zone && this.#last.second === second) return this.#last.offset
    const parts: Record<string, number> = {}
    for (const { type, value } of this.#formatOf(zone).formatToParts(second * 1000)) {
      if (type !== 'era') parts[type] = Number(value)
      else if (value === 'BC') parts['bc'] = 1
    }
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: atSecond = 0, bc } = parts
    const local = utcMs({ year: bc ? 1 - year : year, month: month - 1, day, hour, minute, second: atSecond, ms: 0 })
    const offset = local - second * 1000
    this.#last = { zone, second, offset }
    return offset
  }

  localTime(ms: number, zone: string): LocalTime {
    const local = new Date(ms + this.offsetAt(ms, zone))
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth(),
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      ms: local.getUTCMilliseconds(),
    }
  }

  /** A time that a change of clocks skips becomes as much later; of one that comes twice, the first. */
  fromLocal(time: LocalTime, zone: string): number {
    const local = utcMs(time)
    const before = this.offsetAt(local - 24 * HOUR, zone)
    const after = this.offsetAt(local + 24 * HOUR, zone)
    const early = local - before
    if (this.offsetAt(early, zone) === before) return early
    const late = local - after
    return this.offsetAt(late, zone) === after ? late : early
  }

  #formatOf(zone: string): Intl.DateTimeFormat {
    const known = this.#formats.get(zone)
    if (known) return known
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
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

/** The time as if it were UTC; months and days beyond their range count on. `Date.UTC` would take year 50 as 1950. */
export function utcMs({ year, month, day, hour, minute, second, ms }: LocalTime): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  date.setUTCHours(hour, minute, second, ms)
  return date.getTime()
}
