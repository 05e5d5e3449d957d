import type { FilterRun } from '../values/filter-run.ts'
import {
  FilterFunction,
  type FilterArray,
  type FilterObject,
  type FilterRecord,
  type Native,
  type Value,
} from '../values/values.ts'
import { toKey, toNumber, toText } from '../values/convert.ts'
import { ARRAY_METHODS } from './array-methods.ts'
import { MAP_METHODS, SET_METHODS } from './collection-methods.ts'
import { DATE_METHODS } from './date-methods.ts'
import { methodTable, type MethodTable } from './method-table.ts'
import { MOMENT_METHODS } from './moment-methods.ts'
import { BOOLEAN_METHODS, NUMBER_METHODS } from './number-methods.ts'
import { PATTERN_METHODS } from './pattern-methods.ts'
import { STRING_METHODS } from './string-methods.ts'

const RECORD_METHODS = methodTable<FilterRecord>()({
  hasOwnProperty: (run, { fields }, [key]) => Object.hasOwn(fields, toKey(run, key)),
  toString: () => '[object Object]',
  valueOf: (_run, record) => record,
})
const OTHER_METHODS = methodTable<FilterObject>()({ toString: (run, value) => toText(run, value) })

function bind<Self extends Value>(table: MethodTable<Self>, self: Self, name: string): Native | undefined {
  const method = table.get(name)
  return method && ((run, values) => method(run, self, values))
}

/** The method that a value of this type has under this name. */
export function methodOf(value: Value, name: string): Native | undefined {
  switch (typeof value) {
    case 'string':
      return bind(STRING_METHODS, value, name)
    case 'number':
      return bind(NUMBER_METHODS, value, name)
    case 'boolean':
      return bind(BOOLEAN_METHODS, value, name)
    case 'object':
      return value === null ? undefined : methodOfObject(value, name)
    default:
      return undefined
  }
}

function methodOfObject(value: FilterObject, name: string): Native | undefined {
  switch (value.kind) {
    case 'array':
      return bind(ARRAY_METHODS, value, name)
    case 'record':
      return name in value.fields ? undefined : bind(RECORD_METHODS, value, name)
    case 'date':
      return bind(DATE_METHODS, value, name)
    case 'regexp':
      return bind(PATTERN_METHODS, value, name)
    case 'map':
      return bind(MAP_METHODS, value, name)
    case 'set':
      return bind(SET_METHODS, value, name)
    case 'moment':
      return bind(MOMENT_METHODS, value, name)
    case 'error':
    case 'function':
      return bind(OTHER_METHODS, value, name)
    default:
      return value satisfies never
  }
}

/** The place that a key names in a list or text, or -1. */
function placeOf(key: Value): number {
  if (typeof key === 'number') return Number.isInteger(key) && key >= 0 ? key : -1
  return typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) ? Number(key) : -1
}

/** Reads a value's member under this key; never anything of the host. Throws TypeError where there is no value. */
export function getMember(run: FilterRun, of: Value, key: Value): Value {
  if (of === undefined || of === null) run.fail(`Cannot read “${toText(run, key)}” of ${String(of)}.`)
  if (typeof of === 'string' || (typeof of === 'object' && of.kind === 'array')) {
    const place = placeOf(key)
    if (place >= 0) return typeof of === 'string' ? of[place] : of.items[place]
  }
  const name = toKey(run, key)
  const own = ownMember(of, name)
  if (own !== undefined) return own
  const method = methodOf(of, name)
  return method && new FilterFunction(name, 0, method)
}

function ownMember(of: Value, name: string): Value {
  if (typeof of === 'string') return name === 'length' ? of.length : undefined
  if (typeof of !== 'object' || of === null) return undefined
  switch (of.kind) {
    case 'array':
      return name === 'length' ? of.items.length : of.extra?.fields[name]
    case 'record':
      return of.fields[name]
    case 'function':
      return name === 'name' ? of.name : name === 'length' ? of.arity : of.members?.fields[name]
    case 'regexp':
      return patternMember(of.source, of.flags, of.lastIndex, name)
    case 'map':
      return name === 'size' ? of.entries.size : undefined
    case 'set':
      return name === 'size' ? of.items.size : undefined
    case 'error':
      return name === 'message' ? of.message : name === 'name' ? of.name : undefined
    case 'date':
    case 'moment':
      return undefined
    default:
      return of satisfies never
  }
}

function patternMember(source: string, flags: string, lastIndex: number, name: string): Value {
  switch (name) {
    case 'source':
      return source
    case 'flags':
      return flags
    case 'lastIndex':
      return lastIndex
    case 'global':
      return flags.includes('g')
    default:
      return undefined
  }
}

export function setMember(run: FilterRun, of: Value, key: Value, value: Value): void {
  if (of === undefined || of === null) run.fail(`Cannot set “${toText(run, key)}” of ${String(of)}.`)
  if (typeof of !== 'object') return run.fail(`Cannot set “${toText(run, key)}” of a ${typeof of}.`)
  switch (of.kind) {
    case 'array':
      return setItem(run, of, key, value)
    case 'record':
      return setField(run, of, toKey(run, key), value)
    case 'regexp':
      if (key !== 'lastIndex') break
      of.lastIndex = Math.max(0, toNumber(run, value) || 0)
      return
    default:
  }
  run.fail(`“${toText(run, key)}” cannot be changed.`)
}

export function setField(run: FilterRun, record: FilterRecord, name: string, value: Value): void {
  if (record.fixed) run.fail(`“${name}” cannot be changed.`)
  if (!(name in record.fields)) {
    record.size++
    run.checkItems(record.size)
    run.allocate(32 + name.length)
  }
  record.fields[name] = value
}

function setItem(run: FilterRun, list: FilterArray, key: Value, value: Value): void {
  if (list.fixed) run.fail('What a query found cannot be changed.')
  const { items } = list
  if (key === 'length') {
    const length = toNumber(run, value)
    if (!Number.isInteger(length) || length < 0) run.fail('This is not a length of a list.', 'RangeError')
    return resize(run, items, length)
  }
  const place = placeOf(key)
  if (place < 0) run.fail(`A list has no place “${toText(run, key)}”.`)
  if (place >= items.length) resize(run, items, place + 1)
  items[place] = value
}

function resize(run: FilterRun, items: Value[], length: number): void {
  run.checkItems(length)
  const added = length - items.length
  if (added > 0) {
    run.allocate(8 * added)
    run.spend(added >>> 3)
  }
  while (items.length < length) items.push(undefined)
  items.length = length
}

export function deleteMember(run: FilterRun, of: Value, key: Value): boolean {
  if (typeof of !== 'object' || of?.kind !== 'record')
    run.fail('Only fields of objects can be deleted. Use splice() for lists.')
  const name = toKey(run, key)
  if (of.fixed) run.fail(`“${name}” cannot be changed.`)
  if (name in of.fields) {
    of.size--
    run.spend(5)
    delete of.fields[name]
  }
  return true
}

export function hasMember(run: FilterRun, of: Value, key: Value): boolean {
  if (typeof of === 'object' && of?.kind === 'record') return toKey(run, key) in of.fields
  if (typeof of === 'object' && of?.kind === 'array') {
    const place = placeOf(typeof key === 'number' ? key : toKey(run, key))
    return place >= 0 ? place < of.items.length : key === 'length'
  }
  return run.fail('“in” needs an object on its right side.')
}

/** The names of what can be gone through: fields of an object, places of a list or text. */
export function keysOf(run: FilterRun, of: Value): string[] {
  if (of === undefined || of === null) run.fail(`${String(of)} has no fields.`)
  const keys =
    typeof of === 'object' && of.kind === 'record'
      ? Object.keys(of.fields)
      : typeof of === 'string'
        ? Object.keys(of)
        : typeof of === 'object' && of.kind === 'array'
          ? Object.keys(of.items)
          : []
  run.spend(keys.length)
  run.checkItems(keys.length)
  return keys
}
