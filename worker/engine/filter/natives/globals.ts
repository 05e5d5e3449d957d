import { isTrue, toInteger, toNumber, toText, toKey } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import {
  FilterError,
  FilterFunction,
  FilterRecord,
  isObject,
  type Native,
  type Value,
  isFunction,
} from '../values/values.ts'
import { MAP, SET } from './collection-methods.ts'
import { DATE } from './date-methods.ts'
import type { GlobalName } from './own-globals.ts'
import { iterate } from './iterate.ts'
import { JSON_RECORD } from './json.ts'
import { getMember, hasMember, keysOf, setField } from './members.ts'
import { MATH } from './number-methods.ts'
import { makePattern } from './pattern-methods.ts'

function native<Name extends string>(name: Name, arity: number, call: Native): [Name, FilterFunction] {
  return [name, new FilterFunction(name, arity, call)]
}

function fixedRecord(...entries: [string, Value][]): FilterRecord {
  return new FilterRecord(entries, true)
}

function fromEntries(run: FilterRun, source: Value): FilterRecord {
  const made = run.record()
  for (const entry of iterate(run, source)) {
    if (!isObject(entry) || entry.kind !== 'array')
      return run.fail('Object.fromEntries() needs pairs of key and value.')
    setField(run, made, toKey(run, entry.items[0]), entry.items[1])
  }
  return made
}

function assign(run: FilterRun, [target, ...sources]: Value[]): Value {
  if (!isObject(target) || target.kind !== 'record') return run.fail('Object.assign() needs an object to change.')
  for (const source of sources) {
    if (source === undefined || source === null) continue
    for (const key of keysOf(run, source)) setField(run, target, key, getMember(run, source, key))
  }
  return target
}

const OBJECT = new FilterFunction(
  'Object',
  1,
  (run, [value]) => (isObject(value) ? value : run.record()),
  (run) => run.record(),
  fixedRecord(
    native('keys', 1, (run, [value]) => run.array(keysOf(run, value))),
    native('values', 1, (run, [value]) => run.array(keysOf(run, value).map((key) => getMember(run, value, key)))),
    native('entries', 1, (run, [value]) =>
      run.array(keysOf(run, value).map((key) => run.array([key, getMember(run, value, key)]))),
    ),
    native('assign', 2, assign),
    native('fromEntries', 1, (run, [value]) => fromEntries(run, value)),
    native('hasOwn', 2, (run, [value, key]) => hasMember(run, value, key)),
  ),
)

function makeArray(run: FilterRun, values: Value[]): Value {
  const [length] = values
  if (values.length !== 1 || typeof length !== 'number') return run.array([...values])
  if (!Number.isInteger(length) || length < 0) run.fail('This is not a length of a list.', 'RangeError')
  run.checkItems(length)
  return run.array(Array<Value>(length).fill(undefined))
}

function arrayFrom(run: FilterRun, [source, change]: Value[]): Value {
  const items: Value[] = []
  if (isObject(source) && source.kind === 'record') {
    const length = toInteger(run, source.fields['length'])
    run.checkItems(length)
    for (let at = 0; at < length; at++) items.push(source.fields[String(at)])
  } else {
    for (const item of iterate(run, source)) run.checkItems(items.push(item))
  }
  return run.array(change === undefined ? items : items.map((item, at) => run.call(change, [item, at])))
}

const ARRAY = new FilterFunction(
  'Array',
  1,
  makeArray,
  makeArray,
  fixedRecord(
    native('isArray', 1, (_run, [value]) => isObject(value) && value.kind === 'array'),
    native('from', 1, arrayFrom),
    native('of', 0, (run, values) => run.array([...values])),
  ),
)

const STRING = new FilterFunction(
  'String',
  1,
  (run, values) => (values.length === 0 ? '' : toText(run, values[0])),
  undefined,
  fixedRecord(
    native('fromCharCode', 1, (run, values) =>
      run.text(values.map((value) => String.fromCharCode(toNumber(run, value))).join('')),
    ),
    native('fromCodePoint', 1, (run, values) =>
      run.text(
        values
          .map((value) => {
            const code = toNumber(run, value)
            if (!(Number.isInteger(code) && code >= 0 && code <= 0x10ffff))
              run.fail('This is not a code point.', 'RangeError')
            return String.fromCodePoint(code)
          })
          .join(''),
      ),
    ),
  ),
)

const parseFloatFunction = native('parseFloat', 1, (run, [value]) => Number.parseFloat(readText(run, value)))
const parseIntFunction = native('parseInt', 2, (run, [value, base]) =>
  Number.parseInt(readText(run, value), base === undefined ? undefined : toInteger(run, base)),
)

function readText(run: FilterRun, value: Value): string {
  const text = toText(run, value)
  run.spend(text.length >>> 6)
  return text
}

const numberTest = (name: string, test: (value: unknown) => boolean) => native(name, 1, (_run, [value]) => test(value))

const NUMBER = new FilterFunction(
  'Number',
  1,
  (run, values) => (values.length === 0 ? 0 : toNumber(run, values[0])),
  undefined,
  fixedRecord(
    ['EPSILON', Number.EPSILON],
    ['MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
    ['MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
    ['MAX_VALUE', Number.MAX_VALUE],
    ['MIN_VALUE', Number.MIN_VALUE],
    ['POSITIVE_INFINITY', Infinity],
    ['NEGATIVE_INFINITY', -Infinity],
    ['NaN', NaN],
    numberTest('isInteger', Number.isInteger),
    numberTest('isSafeInteger', Number.isSafeInteger),
    numberTest('isFinite', Number.isFinite),
    numberTest('isNaN', Number.isNaN),
    parseFloatFunction,
    parseIntFunction,
  ),
)

function makeRegExp(run: FilterRun, [source, flags]: Value[]): Value {
  if (isObject(source) && source.kind === 'regexp') {
    return makePattern(run, source.source, flags === undefined ? source.flags : toText(run, flags))
  }
  return makePattern(
    run,
    source === undefined ? '' : toText(run, source),
    flags === undefined ? '' : toText(run, flags),
  )
}

function errorType<Name extends string>(name: Name): [Name, FilterFunction] {
  const make: Native = (run, [message]) => {
    run.allocate(64)
    return new FilterError(name, message === undefined ? '' : toText(run, message))
  }
  return [name, new FilterFunction(name, 1, make, make)]
}

/** Encoding and decoding of addresses; the host's refusals become URIError. */
function coding<Name extends string>(name: Name, code: (text: string) => string): [Name, FilterFunction] {
  return native(name, 1, (run, [value]) => {
    const text = toText(run, value)
    run.checkText(text.length)
    run.spend(text.length >>> 4)
    try {
      return run.text(code(text))
    } catch (error) {
      if (error instanceof URIError) return run.fail('This text cannot be part of an address.', 'URIError')
      throw error
    }
  })
}

/** All that filter code finds without declaring it, besides the Applet's services and `Meta`. */
export const GLOBALS: ReadonlyMap<GlobalName, Value> = new Map<GlobalName, Value>([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['Object', OBJECT],
  ['Array', ARRAY],
  ['String', STRING],
  ['Number', NUMBER],
  native('Boolean', 1, (_run, [value]) => isTrue(value)),
  ['Math', MATH],
  ['JSON', JSON_RECORD],
  ['Date', DATE],
  ['Map', MAP],
  ['Set', SET],
  ['RegExp', new FilterFunction('RegExp', 2, makeRegExp, makeRegExp)],
  errorType('Error'),
  errorType('TypeError'),
  errorType('RangeError'),
  errorType('SyntaxError'),
  parseIntFunction,
  parseFloatFunction,
  native('isNaN', 1, (run, [value]) => Number.isNaN(toNumber(run, value))),
  native('isFinite', 1, (run, [value]) => Number.isFinite(toNumber(run, value))),
  coding('encodeURIComponent', encodeURIComponent),
  coding('decodeURIComponent', decodeURIComponent),
  coding('encodeURI', encodeURI),
  coding('decodeURI', decodeURI),
])

/** `value instanceof type`, for the types above. */
export function isInstance(run: FilterRun, value: Value, type: Value): boolean {
  if (!isFunction(type) || !type.construct) {
    return run.fail('“instanceof” works with Array, Date, Error, Map, Object, RegExp and Set.')
  }
  if (!isObject(value)) return false
  switch (type.name) {
    case 'Object':
      return true
    case 'Error':
      return value.kind === 'error'
    default:
      return value.kind === 'error' ? value.name === type.name : value.kind === type.name.toLowerCase()
  }
}
