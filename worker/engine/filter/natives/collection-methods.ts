import type { FilterRun } from '../values/filter-run.ts'
import { FilterFunction, FilterMap, FilterSet, isObject, type Value } from '../values/values.ts'
import { iterate } from './iterate.ts'
import { methodTable } from './method-table.ts'

/** Looking a text up reads all of it. */
function payKey(run: FilterRun, key: Value): void {
  run.spend(1)
  if (typeof key === 'string') run.spend(key.length >>> 9)
}

function put(run: FilterRun, map: FilterMap, key: Value, value: Value): void {
  payKey(run, key)
  run.allocate(48)
  map.entries.set(key, value)
  run.checkItems(map.entries.size)
}

function addTo(run: FilterRun, set: FilterSet, item: Value): void {
  payKey(run, item)
  run.allocate(32)
  set.items.add(item)
  run.checkItems(set.items.size)
}

function forEach(run: FilterRun, entries: Iterable<readonly [Value, Value]>, callback: Value, owner: Value): undefined {
  for (const [key, value] of entries) run.call(callback, [value, key, owner])
  return undefined
}

export const MAP_METHODS = methodTable<FilterMap>()({
  clear: (_run, map) => {
    map.entries.clear()
    return undefined
  },
  delete: (run, map, [key]) => {
    payKey(run, key)
    return map.entries.delete(key)
  },
  entries: (run, map) => run.array([...map.entries].map((entry) => run.array([...entry]))),
  forEach: (run, map, [callback]) => forEach(run, map.entries, callback, map),
  get: (run, map, [key]) => {
    payKey(run, key)
    return map.entries.get(key)
  },
  has: (run, map, [key]) => {
    payKey(run, key)
    return map.entries.has(key)
  },
  keys: (run, map) => run.array([...map.entries.keys()]),
  set: (run, map, [key, value]) => {
    put(run, map, key, value)
    return map
  },
  values: (run, map) => run.array([...map.entries.values()]),
})

export const SET_METHODS = methodTable<FilterSet>()({
  add: (run, set, [item]) => {
    addTo(run, set, item)
    return set
  },
  clear: (_run, set) => {
    set.items.clear()
    return undefined
  },
  delete: (run, set, [item]) => {
    payKey(run, item)
    return set.items.delete(item)
  },
  entries: (run, set) => run.array([...set.items].map((item) => run.array([item, item]))),
  forEach: (run, set, [callback]) => forEach(run, set.items.entries(), callback, set),
  has: (run, set, [item]) => {
    payKey(run, item)
    return set.items.has(item)
  },
  keys: (run, set) => run.array([...set.items]),
  values: (run, set) => run.array([...set.items]),
})

function onlyNew(run: FilterRun, name: string): never {
  return run.fail(`Write new ${name}().`)
}

export const MAP = new FilterFunction(
  'Map',
  0,
  (run) => onlyNew(run, 'Map'),
  (run, [source]) => {
    const map = new FilterMap()
    run.allocate(64)
    if (source === undefined || source === null) return map
    for (const entry of iterate(run, source)) {
      if (!isObject(entry) || entry.kind !== 'array') return run.fail('new Map() needs pairs of key and value.')
      put(run, map, entry.items[0], entry.items[1])
    }
    return map
  },
)

export const SET = new FilterFunction(
  'Set',
  0,
  (run) => onlyNew(run, 'Set'),
  (run, [source]) => {
    const set = new FilterSet()
    run.allocate(64)
    if (source === undefined || source === null) return set
    for (const item of iterate(run, source)) addTo(run, set, item)
    return set
  },
)
