import type { BinaryOperator, UnaryOperator } from '../tree/operator-types.ts'
import { isInstance } from '../natives/globals.ts'
import { hasMember } from '../natives/members.ts'
import { looseEquals, strictEquals, toNumber, toPrimitive, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'

export function applyBinary(run: FilterRun, operator: BinaryOperator, left: Value, right: Value): Value {
  switch (operator) {
    case '+':
      return add(run, left, right)
    case '-':
      return toNumber(run, left) - toNumber(run, right)
    case '*':
      return toNumber(run, left) * toNumber(run, right)
    case '/':
      return toNumber(run, left) / toNumber(run, right)
    case '%':
      return toNumber(run, left) % toNumber(run, right)
    case '**':
      return toNumber(run, left) ** toNumber(run, right)
    case '==':
      return looseEquals(run, left, right)
    case '!=':
      return !looseEquals(run, left, right)
    case '===':
      return strictEquals(run, left, right)
    case '!==':
      return !strictEquals(run, left, right)
    case '<':
      return compare(run, left, right, (one, other) => one < other)
    case '<=':
      return compare(run, left, right, (one, other) => one <= other)
    case '>':
      return compare(run, left, right, (one, other) => one > other)
    case '>=':
      return compare(run, left, right, (one, other) => one >= other)
    case '&':
      return toNumber(run, left) & toNumber(run, right)
    case '|':
      return toNumber(run, left) | toNumber(run, right)
    case '^':
      return toNumber(run, left) ^ toNumber(run, right)
    case '<<':
      return toNumber(run, left) << toNumber(run, right)
    case '>>':
      return toNumber(run, left) >> toNumber(run, right)
    case '>>>':
      return toNumber(run, left) >>> toNumber(run, right)
    case 'in':
      return hasMember(run, right, left)
    case 'instanceof':
      return isInstance(run, left, right)
    default:
      return operator satisfies never
  }
}

function add(run: FilterRun, left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  const one = toPrimitive(run, left, 'either')
  const other = toPrimitive(run, right, 'either')
  if (typeof one !== 'string' && typeof other !== 'string') return toNumber(run, one) + toNumber(run, other)
  return run.join(toText(run, one), toText(run, other))
}

function compare(
  run: FilterRun,
  left: Value,
  right: Value,
  holds: (one: string | number, other: string | number) => boolean,
): boolean {
  if (typeof left === 'number' && typeof right === 'number') return holds(left, right)
  const one = toPrimitive(run, left, 'number')
  const other = toPrimitive(run, right, 'number')
  if (typeof one !== 'string' || typeof other !== 'string') return holds(toNumber(run, one), toNumber(run, other))
  run.spend(Math.min(one.length, other.length) >>> 9)
  return holds(one, other)
}

export function applyUnary(run: FilterRun, operator: UnaryOperator, value: Value): Value {
  switch (operator) {
    case '!':
      return !value
    case '-':
      return -toNumber(run, value)
    case '+':
      return toNumber(run, value)
    case '~':
      return ~toNumber(run, value)
    case 'void':
      return undefined
    default:
      return operator satisfies never
  }
}
