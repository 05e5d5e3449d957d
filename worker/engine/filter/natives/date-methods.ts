import { dayText, timeText, toNumber, toPrimitive, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { FilterDate, FilterRecord, FilterFunction, isObject, type Value } from '../values/values.ts'
import { utcMs, type LocalTime } from '../values/zone-clock.ts'
import { methodTable } from './method-table.ts'

const FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'ms'] as const
/** Loading a zone's or a language's data takes far longer than a step. */
const FORMAT_FUEL = 600
const LOCAL_FUEL = 150

/** The fields that each setter takes: from which one on, and up to which. */
const SETTERS = {
  FullYear: [0, 3],
  Month: [1, 3],
  Date: [2, 3],
  Hours: [3, 7],
  Minutes: [4, 7],
  Seconds: [5, 7],
  Milliseconds: [6, 7],
} as const

const NO_DATE = 8.64e15
const inRange = (ms: number) => (Math.abs(ms) <= NO_DATE ? Math.trunc(ms) + 0 : NaN)

function localTime(run: FilterRun, ms: number): LocalTime {
  run.spend(LOCAL_FUEL)
  return run.clock.localTime(ms, run.zone)
}

function set(
  run: FilterRun,
  date: FilterDate,
  values: Value[],
  [from, to]: readonly [number, number],
  utc: boolean,
): number {
  const given = values.slice(0, to - from).map((value) => Math.trunc(toNumber(run, value)))
  const start = Number.isNaN(date.ms) && from === 0 ? 0 : date.ms
  if (Number.isNaN(start) || given.length === 0 || given.some(Number.isNaN)) return (date.ms = NaN)
  run.spend(LOCAL_FUEL)
  const time = run.clock.localTime(start, utc ? 'UTC' : run.zone)
  for (const [place, value] of given.entries()) {
    const field = FIELDS[from + place]
    if (field) time[field] = value
  }
  return (date.ms = inRange(utc ? utcMs(time) : run.clock.fromLocal(time, run.zone)))
}

type Reader = (time: LocalTime, weekday: number) => number
const READERS: Record<string, Reader> = {
  FullYear: (time) => time.year,
  Month: (time) => time.month,
  Date: (time) => time.day,
  Hours: (time) => time.hour,
  Minutes: (time) => time.minute,
  Seconds: (time) => time.second,
  Milliseconds: (time) => time.ms,
  Day: (_time, weekday) => weekday,
}

function read(reader: Reader, time: LocalTime): number {
  return reader(time, new Date(utcMs(time)).getUTCDay())
}

const getters = Object.entries(READERS).flatMap(([name, reader]) => [
  [
    `get${name}`,
    (run: FilterRun, { ms }: FilterDate) => (Number.isNaN(ms) ? NaN : read(reader, localTime(run, ms))),
  ] as const,
  [
    `getUTC${name}`,
    (run: FilterRun, { ms }: FilterDate) => (Number.isNaN(ms) ? NaN : read(reader, run.clock.localTime(ms, 'UTC'))),
  ] as const,
])

const setters = Object.entries(SETTERS).flatMap(([name, fields]) => [
  [`set${name}`, (run: FilterRun, date: FilterDate, values: Value[]) => set(run, date, values, fields, false)] as const,
  [
    `setUTC${name}`,
    (run: FilterRun, date: FilterDate, values: Value[]) => set(run, date, values, fields, true),
  ] as const,
])

/** The text in a language, US English unless given, and in the user's time zone unless the options name another. */
function localeText(
  run: FilterRun,
  { ms }: FilterDate,
  [locale, options]: Value[],
  shown: 'date' | 'time' | 'both',
): string {
  run.spend(FORMAT_FUEL)
  if (Number.isNaN(ms)) return 'Invalid Date'
  const wanted: Record<string, string | number | boolean> = { timeZone: run.zone }
  if (isObject(options) && options.kind === 'record') {
    for (const [name, value] of Object.entries(options.fields)) {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') wanted[name] = value
    }
  }
  const language = locale === undefined ? 'en-US' : toText(run, locale)
  try {
    const date = new Date(ms)
    if (shown === 'date') return run.text(date.toLocaleDateString(language, wanted))
    return run.text(
      shown === 'time' ? date.toLocaleTimeString(language, wanted) : date.toLocaleString(language, wanted),
    )
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return run.fail(`${error.message}.`, 'RangeError')
    throw error
  }
}

function isoText(run: FilterRun, { ms }: FilterDate): string {
  if (Number.isNaN(ms)) run.fail('This date is not valid.', 'RangeError')
  return run.text(new Date(ms).toISOString())
}

const plainText = (
  run: FilterRun,
  { ms }: FilterDate,
  text: (run: FilterRun, ms: number, zone: string) => string,
): string => {
  run.spend(LOCAL_FUEL)
  return Number.isNaN(ms) ? 'Invalid Date' : run.text(text(run, ms, run.zone))
}

export const DATE_METHODS = methodTable<FilterDate>()({
  ...Object.fromEntries([...getters, ...setters]),
  getTime: (_run, date) => date.ms,
  getTimezoneOffset: (run, { ms }) => -Math.round(run.clock.offsetAt(ms, run.zone) / 60_000) + 0,
  setTime: (run, date, [ms]) => (date.ms = inRange(toNumber(run, ms))),
  toDateString: (run, date) => plainText(run, date, dayText),
  toTimeString: (run, date) => plainText(run, date, timeText),
  toISOString: (run, date) => isoText(run, date),
  toJSON: (run, date) => (Number.isNaN(date.ms) ? null : isoText(run, date)),
  toLocaleDateString: (run, date, values) => localeText(run, date, values, 'date'),
  toLocaleString: (run, date, values) => localeText(run, date, values, 'both'),
  toLocaleTimeString: (run, date, values) => localeText(run, date, values, 'time'),
  toString: (run, date) => {
    run.spend(LOCAL_FUEL)
    return toText(run, date)
  },
  valueOf: (_run, date) => date.ms,
})

const WITH_ZONE = /(?:z|utc|gmt|[+-]\d\d:?\d\d|\b[ecmp][sd]t)(?:\s*\(.*\))?\s*$/i
const ONLY_DAY = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/

/** Reads a date as JavaScript does, and "April 20, 2021 at 04:20PM" as services write it; in the user's time zone. */
function parseDate(run: FilterRun, text: string): number {
  run.spend(LOCAL_FUEL + (text.length >>> 3))
  if (text.length > 100) return NaN
  const plain = text.replace(' at ', ' ').replace(/(\d)([ap]m)\b/i, '$1 $2')
  if (ONLY_DAY.test(plain) || WITH_ZONE.test(plain)) return Date.parse(plain)
  const asUtc = Date.parse(/^[+-]?\d{4,6}-\d\d-\d\dT/.test(plain) ? `${plain}Z` : `${plain} UTC`)
  return Number.isNaN(asUtc) ? NaN : run.clock.fromLocal(run.clock.localTime(asUtc, 'UTC'), run.zone)
}

function timeOf(run: FilterRun, values: Value[]): LocalTime {
  const [year = NaN, month = 0, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = values
    .slice(0, 7)
    .map((value) => Math.trunc(toNumber(run, value)))
  return { year: year >= 0 && year <= 99 ? 1900 + year : year, month, day, hour, minute, second, ms }
}

function makeDate(run: FilterRun, values: Value[]): FilterDate {
  run.spend(LOCAL_FUEL)
  run.allocate(32)
  if (values.length === 0) return new FilterDate(run.now)
  if (values.length > 1) {
    const time = timeOf(run, values)
    const valid = !Object.values(time).some(Number.isNaN)
    return new FilterDate(valid ? inRange(run.clock.fromLocal(time, run.zone)) : NaN)
  }
  const [value] = values
  if (isObject(value) && (value.kind === 'date' || value.kind === 'moment')) return new FilterDate(value.ms)
  const plain = toPrimitive(run, value, 'either')
  return new FilterDate(typeof plain === 'string' ? parseDate(run, plain) : inRange(toNumber(run, plain)))
}

/** `Date`: its clock stands still at the time of the run, its local time is that of the user's time zone. */
export const DATE = new FilterFunction(
  'Date',
  7,
  (run) => {
    run.spend(LOCAL_FUEL)
    return toText(run, new FilterDate(run.now))
  },
  makeDate,
  new FilterRecord(
    [
      ['now', new FilterFunction('now', 0, (run) => run.now)],
      ['parse', new FilterFunction('parse', 1, (run, [text]) => parseDate(run, toText(run, text)))],
      ['UTC', new FilterFunction('UTC', 7, (run, values) => inRange(utcMs(timeOf(run, values))))],
    ],
    true,
  ),
)
