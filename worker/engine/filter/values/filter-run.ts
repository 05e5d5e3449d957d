import type { PatternProgram } from '../regexp/pattern-program.ts'
import { seededRandom } from './seeded-random.ts'
import { FilterArray, FilterError, FilterRecord, isFunction, type Value } from './values.ts'
import { ZoneClock } from './zone-clock.ts'

/** Steps; what works through long texts or lists takes more. */
const FUEL = 200_000
/** UTF-16 units. */
const MOST_TEXT = 65_536
const MOST_ITEMS = 10_000
/** Bytes, roughly: everything made counts, and nothing is given back. */
const MEMORY = 2 * 1024 * 1024
/** Functions within functions. */
const MOST_CALLS = 100
/** Expressions and statements within each other, which take the stack of the host. */
const MOST_NESTING = 750

/** Thrown where the code must end, whatever it catches. */
export class FilterStop extends Error {}

/** A value that the code, or an operation in it, throws. Without the host's stack, which costs more than the code. */
export class FilterThrow {
  readonly value: Value
  readonly line: number
  constructor(value: Value, line: number) {
    this.value = value
    this.line = line
  }
}

/** One run of filter code: its limits, its clock, and the line it is at. */
export class FilterRun {
  fuel = FUEL
  memory = MEMORY
  nesting = 0
  calls = 0
  line = 1
  /** The value of the `return` under way. */
  returned: Value
  /** Regular expressions of this run, by flags and source. */
  readonly patterns = new Map<string, PatternProgram>()
  readonly now: number
  readonly clock: ZoneClock
  readonly zone: string
  readonly random: () => number

  /** `now` in ms. */
  constructor(now: number, zone: string, seed: number) {
    this.now = now
    this.zone = zone
    this.clock = new ZoneClock()
    this.random = seededRandom(seed)
  }

  get spent(): number {
    return FUEL - this.fuel
  }

  spend(steps: number): void {
    this.fuel -= steps
    if (!(this.fuel >= 0)) throw new FilterStop('This code takes too many steps. Use fewer loops or shorter texts.')
  }

  allocate(bytes: number): void {
    this.memory -= bytes
    if (!(this.memory >= 0)) throw new FilterStop('This code needs too much memory. Keep fewer or shorter texts.')
  }

  /** Pair with `leave()`; a caught throw sets `nesting` back itself. */
  enter(levels = 1): void {
    this.nesting += levels
    if (this.nesting > MOST_NESTING) throw new FilterStop('This code is nested too deeply.')
  }

  leave(levels = 1): void {
    this.nesting -= levels
  }

  /** Throws `TypeError` into the code, unless `callee` is a function. */
  call(callee: Value, values: Value[]): Value {
    if (!isFunction(callee)) this.fail('This is not a function.')
    const { line } = this
    if (++this.calls > MOST_CALLS) throw new FilterStop('Functions call each other too deeply here.')
    this.enter()
    this.spend(1)
    const value = callee.call(this, values)
    this.leave()
    this.calls--
    this.line = line
    return value
  }

  fail(message: string, name = 'TypeError'): never {
    this.spend(10)
    throw new FilterThrow(new FilterError(name, message), this.line)
  }

  /** Refuses what is too long before it is made. */
  checkText(length: number): void {
    if (length > MOST_TEXT) throw new FilterStop(`A text is longer than ${MOST_TEXT.toLocaleString('en')} characters.`)
  }

  /** A text that a method made. */
  text(text: string): string {
    this.checkText(text.length)
    this.spend(text.length >>> 6)
    this.allocate(16 + text.length)
    return text
  }

  /** Two texts put together share their memory, so that building a text piece by piece is cheap. */
  join(left: string, right: string): string {
    const length = left.length + right.length
    this.checkText(length)
    this.spend(length >>> 9)
    this.allocate(16 + Math.min(left.length, right.length) + (length >>> 3))
    return left + right
  }

  checkItems(length: number): void {
    if (length > MOST_ITEMS) throw new FilterStop(`A list has more than ${MOST_ITEMS.toLocaleString('en')} items.`)
  }

  array(items: Value[], extra?: FilterRecord): FilterArray {
    this.checkItems(items.length)
    this.spend(items.length >>> 3)
    this.allocate(32 + 8 * items.length)
    return new FilterArray(items, extra)
  }

  record(entries: Iterable<readonly [string, Value]> = []): FilterRecord {
    const made = new FilterRecord(entries)
    this.spend(made.size >>> 2)
    this.allocate(32 + 32 * made.size)
    return made
  }
}
