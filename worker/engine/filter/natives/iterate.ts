import type { FilterRun } from '../values/filter-run.ts'
import { isObject, type Value } from '../values/values.ts'

/** Yields the items that `for … of`, spread and destructuring go through, one by one. */
export function* iterate(run: FilterRun, source: Value): Generator<Value, undefined> {
  if (typeof source === 'string') {
    for (const char of source) {
      run.spend(1)
      yield char
    }
    return
  }
  if (isObject(source)) {
    switch (source.kind) {
      case 'array':
        for (let at = 0; at < source.items.length; at++) {
          run.spend(1)
          yield source.items[at]
        }
        return
      case 'map':
        for (const entry of source.entries) yield run.array([...entry])
        return
      case 'set':
        for (const item of source.items) {
          run.spend(1)
          yield item
        }
        return
      default:
    }
  }
  run.fail('Only lists, texts, Map and Set can be gone through item by item.')
}
