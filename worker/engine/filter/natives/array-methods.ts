import { joinItems, sameValue, strictEquals, toIndex, toInteger, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { isObject, type FilterArray, type Value, isFunction } from '../values/values.ts'
import { methodTable } from './method-table.ts'
import { sortItems } from './sort-items.ts'

/** Calls back for each item that the list still has, in order; ends early when `each` returns true. */
function visit(
  run: FilterRun,
  list: FilterArray,
  callback: Value,
  each: (answer: Value, item: Value, at: number) => boolean,
): void {
  if (!isFunction(callback)) run.fail('This method needs a function.')
  const { length } = list.items
  for (let at = 0; at < length; at++) {
    if (at >= list.items.length) return
    const item = list.items[at]
    if (each(run.call(callback, [item, at, list]), item, at)) return
  }
}

function visitBackward(run: FilterRun, list: FilterArray, callback: Value): number {
  for (let at = list.items.length - 1; at >= 0; at--) {
    if (run.call(callback, [list.items[at], at, list])) return at
  }
  return -1
}

function reduce(run: FilterRun, list: FilterArray, values: Value[], backward: boolean): Value {
  const items = list.items.map((item, at) => [item, at] as const)
  run.spend(items.length >>> 2)
  if (backward) items.reverse()
  const [callback] = values
  if (!isFunction(callback)) run.fail('This method needs a function.')
  if (values.length < 2 && items.length === 0) run.fail('reduce() of an empty list needs a value to start with.')
  let whole = values.length < 2 ? items.shift()?.[0] : values[1]
  for (const [item, at] of items) whole = run.call(callback, [whole, item, at, list])
  return whole
}

/** The list itself, if it may be changed. */
function changing(run: FilterRun, list: FilterArray): Value[] {
  if (list.fixed) run.fail('What a query found cannot be changed.')
  return list.items
}

function grow(run: FilterRun, list: FilterArray, by: number): Value[] {
  const items = changing(run, list)
  run.checkItems(items.length + by)
  run.allocate(8 * by)
  return items
}

function splice(run: FilterRun, items: Value[], values: Value[]): Value[] {
  const start = toIndex(run, values[0], items.length, 0)
  const rest = items.length - start
  const count = values.length === 0 ? 0 : values.length === 1 ? rest : toInteger(run, values[1])
  run.spend(items.length >>> 3)
  run.checkItems(items.length + values.length)
  return items.splice(start, Math.max(0, Math.min(count, rest)), ...values.slice(2))
}

function flatten(run: FilterRun, items: readonly Value[], depth: number, into: Value[]): Value[] {
  run.enter()
  for (const item of items) {
    run.spend(1)
    if (depth > 0 && isObject(item) && item.kind === 'array') flatten(run, item.items, depth - 1, into)
    else run.checkItems(into.push(item))
  }
  run.leave()
  return into
}

function copy(run: FilterRun, list: FilterArray): Value[] {
  return run.array([...list.items]).items
}

export const ARRAY_METHODS = methodTable<FilterArray>()({
  at: (run, { items }, [index]) => items.at(toInteger(run, index)),
  concat: (run, { items }, values) => {
    const whole: Value[] = [...items]
    for (const value of values) {
      if (!isObject(value) || value.kind !== 'array') whole.push(value)
      else for (const item of value.items) whole.push(item)
      run.checkItems(whole.length)
    }
    return run.array(whole)
  },
  entries: (run, { items }) => run.array(items.map((item, at) => run.array([at, item]))),
  every: (run, list, [callback]) => {
    let all = true
    visit(run, list, callback, (answer) => !(all = Boolean(answer)))
    return all
  },
  fill: (run, list, [value, start, end]) => {
    const items = changing(run, list)
    run.spend(items.length >>> 3)
    items.fill(value, toIndex(run, start, items.length, 0), toIndex(run, end, items.length, items.length))
    return list
  },
  filter: (run, list, [callback]) => {
    const kept: Value[] = []
    visit(run, list, callback, (answer, item) => {
      if (answer) kept.push(item)
      return false
    })
    return run.array(kept)
  },
  find: (run, list, [callback]) => {
    let found: Value
    visit(run, list, callback, (answer, item) => {
      if (answer) found = item
      return Boolean(answer)
    })
    return found
  },
  findIndex: (run, list, [callback]) => {
    let found = -1
    visit(run, list, callback, (answer, _item, at) => {
      if (answer) found = at
      return Boolean(answer)
    })
    return found
  },
  findLast: (run, list, [callback]) => list.items[visitBackward(run, list, callback)],
  findLastIndex: (run, list, [callback]) => visitBackward(run, list, callback),
  flat: (run, { items }, [depth]) => run.array(flatten(run, items, toInteger(run, depth, 1), [])),
  flatMap: (run, list, [callback]) => {
    const made: Value[] = []
    visit(run, list, callback, (answer) => {
      flatten(run, [answer], 1, made)
      return false
    })
    return run.array(made)
  },
  forEach: (run, list, [callback]) => {
    visit(run, list, callback, () => false)
    return undefined
  },
  includes: (run, { items }, [value, from]) => {
    const start = toIndex(run, from, items.length, 0)
    run.spend(items.length >>> 2)
    return items.some((item, at) => at >= start && sameValue(run, item, value))
  },
  indexOf: (run, { items }, [value, from]) => {
    const start = toIndex(run, from, items.length, 0)
    run.spend(items.length >>> 2)
    return items.findIndex((item, at) => at >= start && strictEquals(run, item, value))
  },
  join: (run, { items }, [between]) => {
    run.enter()
    const text = joinItems(run, items, between === undefined ? ',' : toText(run, between))
    run.leave()
    return text
  },
  keys: (run, { items }) => run.array(items.map((_item, at) => at)),
  lastIndexOf: (run, { items }, [value]) => {
    run.spend(items.length >>> 2)
    return items.findLastIndex((item) => strictEquals(run, item, value))
  },
  map: (run, list, [callback]) => {
    const made: Value[] = []
    visit(run, list, callback, (answer) => {
      made.push(answer)
      return false
    })
    return run.array(made)
  },
  pop: (run, list) => changing(run, list).pop(),
  push: (run, list, values) => grow(run, list, values.length).push(...values),
  reduce: (run, list, values) => reduce(run, list, values, false),
  reduceRight: (run, list, values) => reduce(run, list, values, true),
  reverse: (run, list) => {
    run.spend(list.items.length >>> 3)
    changing(run, list).reverse()
    return list
  },
  shift: (run, list) => {
    run.spend(list.items.length >>> 3)
    return changing(run, list).shift()
  },
  slice: (run, { items }, [start, end]) =>
    run.array(items.slice(toIndex(run, start, items.length, 0), toIndex(run, end, items.length, items.length))),
  some: (run, list, [callback]) => {
    let any = false
    visit(run, list, callback, (answer) => (any = Boolean(answer)))
    return any
  },
  sort: (run, list, [compare]) => {
    changing(run, list)
    list.items = sortItems(run, list.items, compare)
    return list
  },
  splice: (run, list, values) => run.array(splice(run, grow(run, list, Math.max(0, values.length - 2)), values)),
  toReversed: (run, list) => run.array(copy(run, list).toReversed()),
  toSorted: (run, list, [compare]) => run.array(sortItems(run, list.items, compare)),
  toSpliced: (run, list, values) => {
    const items = copy(run, list)
    splice(run, items, values)
    return run.array(items)
  },
  toString: (run, list) => toText(run, list),
  unshift: (run, list, values) => {
    run.spend(list.items.length >>> 3)
    return grow(run, list, values.length).unshift(...values)
  },
  values: (run, list) => run.array(copy(run, list)),
  with: (run, list, [index, value]) => {
    const at = toInteger(run, index)
    const items = copy(run, list)
    const place = at < 0 ? items.length + at : at
    if (place < 0 || place >= items.length) run.fail('with() needs a place in the list.', 'RangeError')
    items[place] = value
    return run.array(items)
  },
})
