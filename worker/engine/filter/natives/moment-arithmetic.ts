import { toNumber, toPrimitive, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { FilterMoment, isObject, type Value } from '../values/values.ts'
import { utcMs, type LocalTime } from '../values/zone-clock.ts'
import { weekdayOf } from './moment-format.ts'
import { DATE } from './date-methods.ts'

type Unit = 'year' | 'quarter' | 'month' | 'week' | 'isoweek' | 'day' | 'hour' | 'minute' | 'second' | 'ms'

const UNIT_NAMES = new Map<string, Unit>(
  Object.entries({
    y: 'year',
    Q: 'quarter',
    M: 'month',
    w: 'week',
    W: 'isoweek',
    d: 'day',
    D: 'day',
    h: 'hour',
    m: 'minute',
    s: 'second',
    ms: 'ms',
    date: 'day',
    dates: 'day',
    millisecond: 'ms',
    milliseconds: 'ms',
  } satisfies Record<string, Unit>),
)
const UNITS: Unit[] = ['year', 'quarter', 'month', 'week', 'isoweek', 'day', 'hour', 'minute', 'second', 'ms']
const FIXED: Partial<Record<Unit, number>> = { hour: 3_600_000, minute: 60_000, second: 1000, ms: 1 }
const LOCAL_FUEL = 150
const NOON = { hour: 12, minute: 0, second: 0, ms: 0 }

export function unitOf(run: FilterRun, value: Value, otherwise: Unit): Unit {
  if (value === undefined) return otherwise
  const name = toText(run, value)
  const plain = name.toLowerCase().replace(/s$/, '')
  return (
    UNIT_NAMES.get(name) ??
    UNIT_NAMES.get(name.toLowerCase()) ??
    UNITS.find((unit) => unit === plain) ??
    run.fail(`“${name}” is not a unit of time. Use hours, minutes, days and so on.`)
  )
}

export function localTime(run: FilterRun, { ms, zone }: FilterMoment): LocalTime {
  run.spend(LOCAL_FUEL)
  return run.clock.localTime(ms, zone)
}

export function at(run: FilterRun, { zone }: FilterMoment, time: LocalTime): FilterMoment {
  run.spend(LOCAL_FUEL)
  return make(run, run.clock.fromLocal(time, zone), zone)
}

export function make(run: FilterRun, ms: number, zone: string): FilterMoment {
  run.allocate(32)
  return new FilterMoment(ms, zone)
}

export function daysIn({ year, month }: LocalTime): number {
  return new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month + 1, 0)).getUTCDate()
}

export function addMonths(time: LocalTime, months: number): LocalTime {
  const moved = new Date(utcMs({ ...time, ...NOON, month: time.month + months, day: 1 }))
  const first = { ...time, year: moved.getUTCFullYear(), month: moved.getUTCMonth() }
  return { ...first, day: Math.min(time.day, daysIn(first)) }
}

export function add(run: FilterRun, moment: FilterMoment, amount: number, unit: Unit): FilterMoment {
  const fixed = FIXED[unit]
  if (fixed !== undefined) return make(run, moment.ms + amount * fixed, moment.zone)
  const whole = Math.round(amount)
  const time = localTime(run, moment)
  switch (unit) {
    case 'year':
      return at(run, moment, addMonths(time, 12 * whole))
    case 'quarter':
      return at(run, moment, addMonths(time, 3 * whole))
    case 'month':
      return at(run, moment, addMonths(time, whole))
    case 'week':
    case 'isoweek':
      return at(run, moment, { ...time, day: time.day + 7 * whole })
    default:
      return at(run, moment, { ...time, day: time.day + whole })
  }
}

/** `add(2, 'hours')`, or `add({ hours: 2 })`. */
export function addGiven(run: FilterRun, moment: FilterMoment, [amount, unit]: Value[], sign: number): FilterMoment {
  if (!isObject(amount) || amount.kind !== 'record') {
    return add(run, moment, sign * toNumber(run, amount), unitOf(run, unit, 'ms'))
  }
  return Object.entries(amount.fields).reduce(
    (sum, [name, value]) => add(run, sum, sign * toNumber(run, value), unitOf(run, name, 'ms')),
    moment,
  )
}

export function startOf(run: FilterRun, moment: FilterMoment, unit: Unit): FilterMoment {
  const time = localTime(run, moment)
  const midnight = { ...time, hour: 0, minute: 0, second: 0, ms: 0 }
  switch (unit) {
    case 'year':
      return at(run, moment, { ...midnight, month: 0, day: 1 })
    case 'quarter':
      return at(run, moment, { ...midnight, month: time.month - (time.month % 3), day: 1 })
    case 'month':
      return at(run, moment, { ...midnight, day: 1 })
    case 'week':
      return at(run, moment, { ...midnight, day: time.day - weekdayOf(time) })
    case 'isoweek':
      return at(run, moment, { ...midnight, day: time.day - (weekdayOf(time) || 7) + 1 })
    case 'day':
      return at(run, moment, midnight)
    case 'hour':
    case 'minute':
    case 'second':
    case 'ms': {
      const length = FIXED[unit] ?? 1
      const offset = run.clock.offsetAt(moment.ms, moment.zone)
      return make(run, Math.floor((moment.ms + offset) / length) * length - offset, moment.zone)
    }
    default:
      return unit satisfies never
  }
}

/** The other side of a comparison: a moment, a date, a number of ms, or a text that `Date` reads. */
function timeOf(run: FilterRun, value: Value): number {
  if (value === undefined) return run.now
  if (isObject(value) && (value.kind === 'moment' || value.kind === 'date')) return value.ms
  const made = DATE.construct?.(run, [toPrimitive(run, value, 'either')])
  return isObject(made) && made.kind === 'date' ? made.ms : NaN
}

function monthsBetween(run: FilterRun, from: FilterMoment, to: FilterMoment): number {
  const start = localTime(run, from)
  const end = localTime(run, to)
  if (end.day < start.day) return -monthsBetween(run, to, from)
  const whole = (start.year - end.year) * 12 + (start.month - end.month)
  const anchor = add(run, to, whole, 'month').ms
  const other = add(run, to, whole + (from.ms < anchor ? -1 : 1), 'month').ms
  const part = other === anchor ? 0 : (from.ms - anchor) / Math.abs(anchor - other)
  return whole + part
}

export function difference(run: FilterRun, moment: FilterMoment, [value, unit, precise]: Value[]): number {
  const other = make(run, timeOf(run, value), moment.zone)
  const wanted = unitOf(run, unit, 'ms')
  const exact = exactDifference(run, moment, other, wanted)
  return precise ? exact : Math.trunc(exact) + 0
}

function exactDifference(run: FilterRun, moment: FilterMoment, other: FilterMoment, unit: Unit): number {
  if (Number.isNaN(moment.ms) || Number.isNaN(other.ms)) return NaN
  const fixed = FIXED[unit]
  if (fixed !== undefined) return (moment.ms - other.ms) / fixed
  switch (unit) {
    case 'year':
      return monthsBetween(run, moment, other) / 12
    case 'quarter':
      return monthsBetween(run, moment, other) / 3
    case 'month':
      return monthsBetween(run, moment, other)
    default: {
      run.spend(LOCAL_FUEL)
      const local = ({ ms, zone }: FilterMoment) => ms + run.clock.offsetAt(ms, zone)
      return (local(moment) - local(other)) / (unit === 'day' ? 86_400_000 : 604_800_000)
    }
  }
}

/** Both sides, cut to the unit if one is given. */
export function compared(run: FilterRun, moment: FilterMoment, value: Value, unit: Value): [number, number] {
  const other = timeOf(run, value)
  if (unit === undefined) return [moment.ms, other]
  const wanted = unitOf(run, unit, 'ms')
  if (Number.isNaN(other)) return [moment.ms, other]
  return [startOf(run, moment, wanted).ms, startOf(run, make(run, other, moment.zone), wanted).ms]
}
