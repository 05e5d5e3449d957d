import { toIndex, toInteger, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { isObject, type FilterRegExp, type Value } from '../values/values.ts'
import { methodTable } from './method-table.ts'
import { matchAll, matchText, replaceMatches, searchText, splitByPattern } from './pattern-methods.ts'
import { replaceText } from './replace-text.ts'

/** Pays for a search: in the worst case every character of `part` is compared at every place. */
function paySearch(run: FilterRun, text: string, part: string): void {
  run.spend((text.length >>> 6) * (1 + (part.length >>> 6)))
}

function pad(run: FilterRun, text: string, values: Value[], atStart: boolean): string {
  const length = toInteger(run, values[0])
  const filler = values[1] === undefined ? ' ' : toText(run, values[1])
  if (length <= text.length || filler === '') return text
  run.checkText(length)
  return run.text(atStart ? text.padStart(length, filler) : text.padEnd(length, filler))
}

const asPattern = (value: Value): FilterRegExp | undefined =>
  isObject(value) && value.kind === 'regexp' ? value : undefined

/** A text to look for, where a regular expression is a mistake. */
function textToFind(run: FilterRun, value: Value): string {
  if (asPattern(value)) run.fail('A regular expression does not work here. Use test() or match().')
  return toText(run, value)
}

function trimmed(run: FilterRun, text: string, made: string): string {
  run.spend(text.length >>> 6)
  return run.text(made)
}

export const STRING_METHODS = methodTable<string>()({
  at: (run, text, [index]) => {
    const place = toInteger(run, index)
    return text.at(place)
  },
  charAt: (run, text, [index]) => text.charAt(toInteger(run, index)),
  charCodeAt: (run, text, [index]) => text.charCodeAt(toInteger(run, index)),
  codePointAt: (run, text, [index]) => text.codePointAt(toInteger(run, index)),
  concat: (run, text, values) => values.reduce<string>((whole, value) => run.join(whole, toText(run, value)), text),
  endsWith: (run, text, [value, end]) => {
    const wanted = textToFind(run, value)
    run.spend(wanted.length >>> 6)
    return text.endsWith(wanted, end === undefined ? undefined : toInteger(run, end))
  },
  includes: (run, text, [value, from]) => {
    const wanted = textToFind(run, value)
    paySearch(run, text, wanted)
    return text.includes(wanted, toInteger(run, from))
  },
  indexOf: (run, text, [value, from]) => {
    const wanted = toText(run, value)
    paySearch(run, text, wanted)
    return text.indexOf(wanted, toInteger(run, from))
  },
  lastIndexOf: (run, text, [value, from]) => {
    const wanted = toText(run, value)
    run.spend((text.length * wanted.length) >>> 6)
    return text.lastIndexOf(wanted, from === undefined ? Infinity : toInteger(run, from))
  },
  localeCompare: (run, text, [value]) => {
    const other = toText(run, value)
    run.spend((text.length + other.length) >>> 3)
    return text.localeCompare(other, 'en')
  },
  match: (run, text, [value]) => matchText(run, text, value),
  matchAll: (run, text, [value]) => matchAll(run, text, value),
  normalize: (run, text, [form]) => {
    run.spend(text.length >>> 3)
    const name = form === undefined ? 'NFC' : toText(run, form)
    if (!/^NFK?[CD]$/.test(name)) run.fail(`normalize() does not know the form ${name}.`, 'RangeError')
    return run.text(text.normalize(name))
  },
  padEnd: (run, text, values) => pad(run, text, values, false),
  padStart: (run, text, values) => pad(run, text, values, true),
  repeat: (run, text, [value]) => {
    const times = toInteger(run, value)
    if (times < 0 || times === Infinity) run.fail('repeat() needs a number that is not negative.', 'RangeError')
    run.checkText(text.length * times)
    return run.text(text.length === 0 ? '' : text.repeat(times))
  },
  replace: (run, text, [what, by]) => {
    const pattern = asPattern(what)
    return pattern ? replaceMatches(run, text, pattern, by) : replaceText(run, text, toText(run, what), by, false)
  },
  replaceAll: (run, text, [what, by]) => {
    const pattern = asPattern(what)
    if (pattern && !pattern.flags.includes('g')) run.fail('replaceAll() needs a regular expression with the flag g.')
    return pattern ? replaceMatches(run, text, pattern, by) : replaceText(run, text, toText(run, what), by, true)
  },
  search: (run, text, [value]) => searchText(run, text, value),
  slice: (run, text, [start, end]) =>
    run.text(text.slice(toIndex(run, start, text.length, 0), toIndex(run, end, text.length, text.length))),
  split: (run, text, [by, most]) => {
    const limit = most === undefined ? Infinity : toInteger(run, most)
    const pattern = asPattern(by)
    if (pattern) return splitByPattern(run, text, pattern, limit)
    if (by === undefined) return run.array(limit < 1 ? [] : [text])
    const between = toText(run, by)
    paySearch(run, text, between)
    // One more than a list may have is enough to refuse it.
    const items = text.split(between, Math.min(limit, 10_001))
    run.allocate(text.length)
    return run.array(items)
  },
  startsWith: (run, text, [value, from]) => {
    const wanted = textToFind(run, value)
    run.spend(wanted.length >>> 6)
    return text.startsWith(wanted, toInteger(run, from))
  },
  substr: (run, text, [start, length]) => {
    const from = toIndex(run, start, text.length, 0)
    const count = toInteger(run, length, text.length)
    return run.text(text.slice(from, Math.max(from, from + count)))
  },
  substring: (run, text, [start, end]) =>
    run.text(text.substring(toInteger(run, start), end === undefined ? text.length : toInteger(run, end))),
  toLocaleLowerCase: (run, text) => trimmed(run, text, text.toLowerCase()),
  toLocaleUpperCase: (run, text) => trimmed(run, text, text.toUpperCase()),
  toLowerCase: (run, text) => trimmed(run, text, text.toLowerCase()),
  toString: (_run, text) => text,
  toUpperCase: (run, text) => trimmed(run, text, text.toUpperCase()),
  trim: (run, text) => trimmed(run, text, text.trim()),
  trimEnd: (run, text) => trimmed(run, text, text.trimEnd()),
  trimStart: (run, text) => trimmed(run, text, text.trimStart()),
  valueOf: (_run, text) => text,
})
