import { toNumber, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import type { FilterMoment, Value } from '../values/values.ts'
import type { LocalTime } from '../values/zone-clock.ts'
import { DATE } from './date-methods.ts'
import { methodTable } from './method-table.ts'
import {
  add,
  addGiven,
  addMonths,
  at,
  compared,
  daysIn,
  difference,
  localTime,
  make,
  startOf,
  unitOf,
} from './moment-arithmetic.ts'
import { dayOfYear, formatMoment, weekdayOf, weekOf } from './moment-format.ts'

type Change = (time: LocalTime, value: number) => LocalTime

/** Reads a part without a value, and gives a changed moment with one. */
function timePart(read: (time: LocalTime) => number, change: Change) {
  return (run: FilterRun, moment: FilterMoment, [value]: Value[]): Value => {
    const time = localTime(run, moment)
    return value === undefined ? read(time) : at(run, moment, change(time, Math.trunc(toNumber(run, value))))
  }
}

const PARTS = {
  year: timePart(
    ({ year }) => year,
    (time, year) => addMonths(time, 12 * (year - time.year)),
  ),
  month: timePart(
    ({ month }) => month,
    (time, month) => addMonths(time, month - time.month),
  ),
  date: timePart(
    ({ day }) => day,
    (time, day) => ({ ...time, day }),
  ),
  day: timePart(weekdayOf, (time, day) => ({ ...time, day: time.day + day - weekdayOf(time) })),
  hour: timePart(
    ({ hour }) => hour,
    (time, hour) => ({ ...time, hour }),
  ),
  minute: timePart(
    ({ minute }) => minute,
    (time, minute) => ({ ...time, minute }),
  ),
  second: timePart(
    ({ second }) => second,
    (time, second) => ({ ...time, second }),
  ),
  millisecond: timePart(
    ({ ms }) => ms,
    (time, ms) => ({ ...time, ms }),
  ),
  isoWeekday: timePart(
    (time) => weekdayOf(time) || 7,
    (time, day) => ({ ...time, day: time.day + day - (weekdayOf(time) || 7) }),
  ),
  dayOfYear: timePart(dayOfYear, (time, day) => ({ ...time, day: time.day + day - dayOfYear(time) })),
  isoWeek: timePart(
    (time) => weekOf(time, true).week,
    (time, week) => ({ ...time, day: time.day + 7 * (week - weekOf(time, true).week) }),
  ),
  week: timePart(
    (time) => weekOf(time, false).week,
    (time, week) => ({ ...time, day: time.day + 7 * (week - weekOf(time, false).week) }),
  ),
}

export const MOMENT_METHODS = methodTable<FilterMoment>()({
  ...PARTS,
  years: PARTS.year,
  months: PARTS.month,
  days: PARTS.day,
  weekday: PARTS.day,
  hours: PARTS.hour,
  minutes: PARTS.minute,
  seconds: PARTS.second,
  milliseconds: PARTS.millisecond,
  quarter: (run, moment) => Math.floor(localTime(run, moment).month / 3) + 1,
  isoWeekYear: (run, moment) => weekOf(localTime(run, moment), true).year,
  daysInMonth: (run, moment) => daysIn(localTime(run, moment)),
  add: (run, moment, values) => addGiven(run, moment, values, 1),
  subtract: (run, moment, values) => addGiven(run, moment, values, -1),
  startOf: (run, moment, [unit]) => startOf(run, moment, unitOf(run, unit, 'ms')),
  endOf: (run, moment, [unit]) => {
    const wanted = unitOf(run, unit, 'ms')
    const next = add(run, startOf(run, moment, wanted), 1, wanted)
    return make(run, next.ms - 1, moment.zone)
  },
  diff: difference,
  isBefore: (run, moment, [value, unit]) => {
    const [left, right] = compared(run, moment, value, unit)
    return left < right
  },
  isAfter: (run, moment, [value, unit]) => {
    const [left, right] = compared(run, moment, value, unit)
    return left > right
  },
  isSame: (run, moment, [value, unit]) => {
    const [left, right] = compared(run, moment, value, unit)
    return left === right
  },
  isSameOrBefore: (run, moment, [value, unit]) => {
    const [left, right] = compared(run, moment, value, unit)
    return left <= right
  },
  isSameOrAfter: (run, moment, [value, unit]) => {
    const [left, right] = compared(run, moment, value, unit)
    return left >= right
  },
  isBetween: (run, moment, [from, to, unit]) => {
    const [left, start] = compared(run, moment, from, unit)
    const [right, end] = compared(run, moment, to, unit)
    return left > start && right < end
  },
  isValid: (_run, { ms }) => !Number.isNaN(ms),
  clone: (_run, moment) => moment,
  utc: (run, { ms }) => make(run, ms, 'UTC'),
  tz: (run, { ms }, [zone]) => {
    run.spend(600)
    const name = toText(run, zone)
    if (!run.clock.knows(name)) run.fail(`“${name}” is not a time zone. One is “Europe/Berlin”.`, 'RangeError')
    return make(run, ms, name)
  },
  utcOffset: (run, { ms, zone }) => Math.round(run.clock.offsetAt(ms, zone) / 60_000),
  unix: (_run, { ms }) => Math.floor(ms / 1000),
  valueOf: (_run, { ms }) => ms,
  toDate: (run, { ms }) => DATE.construct?.(run, [ms]),
  toISOString: (run, { ms }) => (Number.isNaN(ms) ? null : run.text(new Date(ms).toISOString())),
  toJSON: (run, { ms }) => (Number.isNaN(ms) ? null : run.text(new Date(ms).toISOString())),
  toString: (run, moment) => toText(run, moment),
  format: (run, moment, [value]) => {
    const { ms, zone } = moment
    const format = value === undefined ? `YYYY-MM-DDTHH:mm:ss${zone === 'UTC' ? '[Z]' : 'Z'}` : toText(run, value)
    if (Number.isNaN(ms)) return 'Invalid date'
    // One letter may stand for a whole date.
    run.checkText(format.length * 36)
    run.spend(format.length)
    return run.text(formatMoment(ms, localTime(run, moment), run.clock.offsetAt(ms, zone), format))
  },
})
