import type { PatternProgram } from '../regexp/pattern-program.ts'
import type { FilterRun } from './filter-run.ts'

/** A value of filter code. Objects are of the classes below, so that no object of the host is ever within reach. */
export type Value = undefined | null | boolean | number | string | FilterObject

export type FilterObject =
  | FilterArray
  | FilterRecord
  | FilterFunction
  | FilterDate
  | FilterRegExp
  | FilterMap
  | FilterSet
  | FilterError
  | FilterMoment

type Fields = Record<string, Value>

export class FilterArray {
  readonly kind = 'array'
  items: Value[]
  /** Members that can be read by name besides items: groups of a match, ingredients of a query's first row. */
  readonly extra: FilterRecord | undefined
  readonly fixed: boolean
  constructor(items: Value[], extra?: FilterRecord, fixed = false) {
    this.items = items
    this.extra = extra
    this.fixed = fixed
  }
}

export class FilterRecord {
  readonly kind = 'record'
  /** Without a prototype: `constructor` and `__proto__` are names like any other. */
  readonly fields: Fields = Object.create(null)
  size = 0
  readonly fixed: boolean
  constructor(entries: Iterable<readonly [string, Value]> = [], fixed = false) {
    for (const [key, value] of entries) {
      this.fields[key] = value
      this.size++
    }
    this.fixed = fixed
  }
}

export type Native = (run: FilterRun, values: Value[]) => Value

/** A function of the code or of the language. */
export class FilterFunction {
  readonly kind = 'function'
  readonly name: string
  readonly arity: number
  readonly call: Native
  readonly construct: Native | undefined
  readonly members: FilterRecord | undefined
  constructor(name: string, arity: number, call: Native, construct?: Native, members?: FilterRecord) {
    this.name = name
    this.arity = arity
    this.call = call
    this.construct = construct
    this.members = members
  }
}

export class FilterDate {
  readonly kind = 'date'
  ms: number
  constructor(ms: number) {
    this.ms = ms
  }
}

export class FilterRegExp {
  readonly kind = 'regexp'
  readonly source: string
  readonly flags: string
  readonly program: PatternProgram
  lastIndex = 0
  constructor(source: string, flags: string, program: PatternProgram) {
    this.source = source
    this.flags = flags
    this.program = program
  }
}

export class FilterMap {
  readonly kind = 'map'
  readonly entries = new Map<Value, Value>()
}

export class FilterSet {
  readonly kind = 'set'
  readonly items = new Set<Value>()
}

export class FilterError {
  readonly kind = 'error'
  readonly name: string
  readonly message: string
  constructor(name: string, message: string) {
    this.name = name
    this.message = message
  }
}

/** A moment in a time zone; it never changes. */
export class FilterMoment {
  readonly kind = 'moment'
  readonly ms: number
  readonly zone: string
  constructor(ms: number, zone: string) {
    this.ms = ms
    this.zone = zone
  }
}

export function isFunction(value: Value): value is FilterFunction {
  return typeof value === 'object' && value !== null && value.kind === 'function'
}

export function isObject(value: Value): value is FilterObject {
  return typeof value === 'object' && value !== null
}
