import { isObject, type FilterObject, type Value, isFunction } from './values.ts'
import type { FilterRun } from './filter-run.ts'

type Primitive = Exclude<Value, FilterObject>

export function isTrue(value: Value): boolean {
  return Boolean(value)
}

export function typeOf(value: Value): string {
  return isObject(value) ? (value.kind === 'function' ? 'function' : 'object') : typeof value
}

/** `valueOf` and `toString` that the code gave a record are called. */
export function toPrimitive(run: FilterRun, value: Value, wanted: 'number' | 'text' | 'either'): Primitive {
  if (!isObject(value)) return value
  switch (value.kind) {
    case 'date':
      return wanted === 'number' ? value.ms : toText(run, value)
    case 'moment':
      return wanted === 'text' ? toText(run, value) : value.ms
    case 'record': {
      for (const name of wanted === 'text' ? ['toString', 'valueOf'] : ['valueOf', 'toString']) {
        const own = value.fields[name]
        if (!isFunction(own)) {
          if (name === 'toString' && own === undefined && !(name in value.fields)) return '[object Object]'
          continue
        }
        const made = run.call(own, [])
        if (!isObject(made)) return made
      }
      return run.fail('An object cannot become a text or a number here.')
    }
    default:
      return toText(run, value)
  }
}

export function toText(run: FilterRun, value: Value): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return String(value)
  run.enter()
  const text = objectText(run, value)
  run.leave()
  return text
}

function objectText(run: FilterRun, value: FilterObject): string {
  switch (value.kind) {
    case 'array':
      return joinItems(run, value.items, ',')
    case 'record':
      return String(toPrimitive(run, value, 'text'))
    case 'function':
      return `function ${value.name}() { … }`
    case 'date':
      return run.text(dateText(run, value.ms))
    case 'moment':
      return run.text(momentText(run, value.ms, value.zone))
    case 'regexp':
      return run.text(`/${value.source}/${value.flags}`)
    case 'error':
      return value.message ? run.text(`${value.name}: ${value.message}`) : value.name
    case 'map':
      return '[object Map]'
    case 'set':
      return '[object Set]'
    default:
      return value satisfies never
  }
}

export function joinItems(run: FilterRun, items: readonly Value[], between: string): string {
  const texts: string[] = []
  let length = 0
  for (const item of items) {
    run.spend(1)
    const text = item === undefined || item === null ? '' : toText(run, item)
    length += text.length + between.length
    run.checkText(length - between.length)
    texts.push(text)
  }
  return run.text(texts.join(between))
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (number: number) => String(number).padStart(2, '0')

/** `+0200` or, with `:`, `+02:00`; the offset in ms. */
export function offsetText(offset: number, between = ''): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${between}${two(minutes % 60)}`
}

function dateText(run: FilterRun, ms: number): string {
  return Number.isNaN(ms) ? 'Invalid Date' : `${dayText(run, ms, run.zone)} ${timeText(run, ms, run.zone)}`
}

function momentText(run: FilterRun, ms: number, zone: string): string {
  return Number.isNaN(ms) ? 'Invalid date' : `${dayText(run, ms, zone)} ${timeText(run, ms, zone)}`
}

/** `Sun Nov 22 2026`. */
export function dayText(run: FilterRun, ms: number, zone: string): string {
  const { year, month, day } = run.clock.localTime(ms, zone)
  const weekday = new Date(ms + run.clock.offsetAt(ms, zone)).getUTCDay()
  return `${DAYS[weekday]} ${MONTHS[month]} ${two(day)} ${String(year).padStart(4, '0')}`
}

/** `09:28:30 GMT+0100`. */
export function timeText(run: FilterRun, ms: number, zone: string): string {
  const { hour, minute, second } = run.clock.localTime(ms, zone)
  return `${two(hour)}:${two(minute)}:${two(second)} GMT${offsetText(run.clock.offsetAt(ms, zone))}`
}

export function toNumber(run: FilterRun, value: Value): number {
  if (typeof value === 'number') return value
  const primitive = toPrimitive(run, value, 'number')
  if (typeof primitive === 'string') run.spend(primitive.length >>> 6)
  return Number(primitive)
}

/** Toward zero; NaN is 0. */
export function toInteger(run: FilterRun, value: Value, otherwise = 0): number {
  if (value === undefined) return otherwise
  const number = Math.trunc(toNumber(run, value))
  return Number.isNaN(number) ? 0 : number
}

/** An index as `slice` takes it: from the end if negative, within 0 to `length`. */
export function toIndex(run: FilterRun, value: Value, length: number, otherwise: number): number {
  const index = toInteger(run, value, otherwise)
  return index < 0 ? Math.max(0, length + index) : Math.min(index, length)
}

/** The name of a member: `1` and `'1'` are the same. */
export function toKey(run: FilterRun, value: Value): string {
  return toText(run, isObject(value) ? toPrimitive(run, value, 'text') : value)
}

export function strictEquals(run: FilterRun, left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false
    run.spend(left.length >>> 9)
  }
  return left === right
}

export function looseEquals(run: FilterRun, left: Value, right: Value): boolean {
  if (left === undefined || left === null) return right === undefined || right === null
  if (right === undefined || right === null) return false
  if (isObject(left) && isObject(right)) return left === right
  const leftPlain = toPrimitive(run, left, 'either')
  const rightPlain = toPrimitive(run, right, 'either')
  if (typeof leftPlain === typeof rightPlain) return strictEquals(run, leftPlain, rightPlain)
  if (leftPlain === null || leftPlain === undefined || rightPlain === null || rightPlain === undefined) return false
  return toNumber(run, leftPlain) === toNumber(run, rightPlain)
}

/** As `includes` and `Map` compare: NaN equals NaN. */
export function sameValue(run: FilterRun, left: Value, right: Value): boolean {
  return strictEquals(run, left, right) || (Number.isNaN(left) && Number.isNaN(right))
}
