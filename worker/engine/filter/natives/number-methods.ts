import { toInteger } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { FilterFunction, FilterRecord, type Native, type Value } from '../values/values.ts'
import { toNumber } from '../values/convert.ts'
import { methodTable } from './method-table.ts'

/** Digits beyond the shortest text of a number take long division. */
const DIGITS_FUEL = 20
/** Of a large or tiny number in another base, there may be a thousand. */
const RADIX_FUEL = 150

const US_ENGLISH = new Intl.NumberFormat('en-US')

function digits(run: FilterRun, value: Value, least: number, otherwise?: number): number | undefined {
  if (value === undefined) return otherwise
  run.spend(DIGITS_FUEL)
  const wanted = toInteger(run, value)
  if (wanted < least || wanted > 100) run.fail(`The number of digits is ${least} to 100.`, 'RangeError')
  return wanted
}

export const NUMBER_METHODS = methodTable<number>()({
  toExponential: (run, number, [value]) => number.toExponential(digits(run, value, 0)),
  toFixed: (run, number, [value]) => number.toFixed(digits(run, value, 0)),
  toLocaleString: (run, number, values) => {
    if (values.length > 0) run.fail('toLocaleString() of a number takes nothing here. Use toFixed().')
    run.spend(DIGITS_FUEL)
    return US_ENGLISH.format(number)
  },
  toPrecision: (run, number, [value]) => {
    const wanted = digits(run, value, 1)
    return wanted === undefined ? String(number) : number.toPrecision(wanted)
  },
  toString: (run, number, [value]) => {
    const radix = toInteger(run, value, 10)
    if (radix < 2 || radix > 36) run.fail('toString() takes a base of 2 to 36.', 'RangeError')
    run.spend(radix === 10 ? 1 : RADIX_FUEL)
    return number.toString(radix)
  },
  valueOf: (_run, number) => number,
})

export const BOOLEAN_METHODS = methodTable<boolean>()({
  toString: (_run, value) => String(value),
  valueOf: (_run, value) => value,
})

function numeric(name: string, calculate: (number: number) => number): [string, FilterFunction] {
  return [name, new FilterFunction(name, 1, (run, [value]) => calculate(toNumber(run, value)))]
}

function many(name: string, calculate: (...numbers: number[]) => number): [string, FilterFunction] {
  const call: Native = (run, values) => {
    run.spend(values.length >>> 1)
    return calculate(...values.map((value) => toNumber(run, value)))
  }
  return [name, new FilterFunction(name, 2, call)]
}

export const MATH = new FilterRecord(
  [
    ['E', Math.E],
    ['LN10', Math.LN10],
    ['LN2', Math.LN2],
    ['LOG10E', Math.LOG10E],
    ['LOG2E', Math.LOG2E],
    ['PI', Math.PI],
    ['SQRT1_2', Math.SQRT1_2],
    ['SQRT2', Math.SQRT2],
    numeric('abs', Math.abs),
    numeric('acos', Math.acos),
    numeric('asin', Math.asin),
    numeric('atan', Math.atan),
    numeric('cbrt', Math.cbrt),
    numeric('ceil', Math.ceil),
    numeric('cos', Math.cos),
    numeric('exp', Math.exp),
    numeric('floor', Math.floor),
    numeric('log', Math.log),
    numeric('log10', Math.log10),
    numeric('log2', Math.log2),
    numeric('round', Math.round),
    numeric('sign', Math.sign),
    numeric('sin', Math.sin),
    numeric('sqrt', Math.sqrt),
    numeric('tan', Math.tan),
    numeric('trunc', Math.trunc),
    many('atan2', (first = NaN, second = NaN) => Math.atan2(first, second)),
    many('hypot', Math.hypot),
    many('max', Math.max),
    many('min', Math.min),
    many('pow', (first = NaN, second = NaN) => first ** second),
    ['random', new FilterFunction('random', 0, (run) => run.random())],
  ],
  true,
)
