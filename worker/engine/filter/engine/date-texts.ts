/** A format takes up to 2 ms to make, and up to 200 µs to write; a unit of fuel stands for 1 ns. */
const FORMAT_FUEL = 2_000_000
const TEXT_FUEL = 200_000
const LONGEST_OPTIONS = 500

const DAY = ['weekday', 'year', 'month', 'day', 'dateStyle']
const TIME = ['hour', 'minute', 'second', 'dayPeriod', 'fractionalSecondDigits', 'timeStyle']
/** What is written where the options name none of it. */
const SHOWN: Record<string, readonly [named: readonly string[], otherwise: Intl.DateTimeFormatOptions]> = {
  Date: [[...DAY, 'timeStyle'], { year: 'numeric', month: 'numeric', day: 'numeric' }],
  Time: [[...TIME, 'dateStyle'], { hour: 'numeric', minute: 'numeric', second: 'numeric' }],
  '': [
    [...DAY, ...TIME],
    { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  ],
}

/** Dates as a language writes them, in a time zone, and what a text costs: in a run always the same. */
export class DateTexts {
  #formats = new Map<string, Intl.DateTimeFormat>()

  /** Begins a run. */
  forget(): void {
    this.#formats.clear()
  }

  /** As `toLocaleDateString`, `toLocaleTimeString` or, for an empty `shown`, `toLocaleString`. No text for what is not known. */
  write(shown: string, ms: number, asked: { language: string; options: string; timezone: string }) {
    const key = JSON.stringify([shown, asked])
    const known = this.#formats.get(key)
    const fuel = TEXT_FUEL + (known ? 0 : FORMAT_FUEL)
    try {
      const format = known ?? makeFormat(shown, asked)
      this.#formats.set(key, format)
      return { text: format.format(ms), fuel }
    } catch {
      return { text: '', fuel }
    }
  }
}

function makeFormat(
  shown: string,
  { language, options, timezone }: { language: string; options: string; timezone: string },
): Intl.DateTimeFormat {
  if (language.length + options.length > LONGEST_OPTIONS) throw new RangeError('These options are too long.')
  const given: Intl.DateTimeFormatOptions = JSON.parse(options)
  const [named, otherwise] = SHOWN[shown] ?? [[], {}]
  const wanted = named.some((name) => name in given) ? {} : otherwise
  return new Intl.DateTimeFormat(language, { timeZone: timezone, ...wanted, ...given })
}
