import { toNumber, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { type Value, isFunction } from '../values/values.ts'

/** A sorted copy: stable, `undefined` last, by text unless `compare` is given. */
export function sortItems(run: FilterRun, items: readonly Value[], compare: Value): Value[] {
  if (compare !== undefined && !isFunction(compare)) {
    run.fail('sort() needs a function, or nothing.')
  }
  const missing = items.filter((item) => item === undefined)
  const present = items.filter((item) => item !== undefined)
  run.array(present)
  const sorted =
    compare === undefined
      ? sortByText(run, present)
      : mergeSort(run, present, (left, right) => toNumber(run, run.call(compare, [left, right])))
  return [...sorted, ...missing]
}

function sortByText(run: FilterRun, items: Value[]): Value[] {
  const texts = items.map((item) => ({ item, text: toText(run, item) }))
  return mergeSort(run, texts, (left, right) => {
    run.spend(1 + (Math.min(left.text.length, right.text.length) >>> 9))
    return left.text < right.text ? -1 : left.text > right.text ? 1 : 0
  }).map(({ item }) => item)
}

/** A comparison that contradicts itself gives some order, and ends like any other. */
function mergeSort<Item>(run: FilterRun, items: Item[], compare: (left: Item, right: Item) => number): Item[] {
  let sorted = items
  for (let width = 1; width < items.length; width *= 2) {
    run.spend(items.length >>> 3)
    const merged: Item[] = []
    for (let start = 0; start < items.length; start += 2 * width) {
      const left = sorted.slice(start, start + width)
      const right = sorted.slice(start + width, start + 2 * width)
      let at = 0
      for (const item of left) {
        for (; at < right.length; at++) {
          const other = right[at]
          if (other === undefined || !(compare(item, other) > 0)) break
          merged.push(other)
        }
        merged.push(item)
      }
      merged.push(...right.slice(at))
    }
    sorted = merged
  }
  return sorted
}
