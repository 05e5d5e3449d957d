/** More than there are time zones; their names may be written in any case. */
const MOST_ZONES = 1000

/**
 * Formats of dates by time zone, each made once: making one takes many times longer than using it. The function throws
 * a RangeError for an unknown zone.
 */
export function zoneFormats(locale: string, options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    if (known.size >= MOST_ZONES) known.clear()
    known.set(timeZone, format)
    return format
  }
}
