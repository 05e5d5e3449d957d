import type { BinaryOperator, LogicalOperator } from '../tree/operator-types.ts'
import { getMember, deleteMember, keysOf, setField, setMember } from '../natives/members.ts'
import { makePattern } from '../natives/pattern-methods.ts'
import { toKey, toNumber, typeOf } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { isObject, type FilterRecord, type Value, isFunction } from '../values/values.ts'
import type { Expression, ObjectField, Pattern } from '../tree/filter-tree.ts'
import { evaluateChain, evaluateTemplate } from './chains.ts'
import { makeFunction } from './functions.ts'
import { evaluateItems } from './items.ts'
import { applyBinary, applyUnary } from './operators.ts'
import { assignPattern } from './patterns.ts'
import type { Scope } from './scope.ts'

type Node<Kind extends Expression[0]> = Extract<Expression, readonly [Kind, ...unknown[]]>

export function evaluate(run: FilterRun, expression: Expression, scope: Scope): Value {
  run.spend(1)
  run.line = expression[1]
  if (expression[0] === 'value') return expression[2]
  if (expression[0] === 'name') return scope.read(run, expression[2])
  run.enter()
  const value = evaluateDeeper(run, expression, scope)
  run.leave()
  return value
}

function evaluateDeeper(run: FilterRun, node: Expression, scope: Scope): Value {
  switch (node[0]) {
    case 'value':
      return node[2]
    case 'undefined':
      return undefined
    case 'name':
      return scope.read(run, node[2])
    case 'template':
      return evaluateTemplate(run, node[2], node[3], scope)
    case 'regexp':
      return makePattern(run, node[2], node[3])
    case 'array':
      return run.array(evaluateItems(run, node[2], scope))
    case 'object':
      return evaluateObject(run, node[2], scope)
    case 'arrow':
      return makeFunction(run, node[2], scope, node[2][0] !== '')
    case 'unary':
      return applyUnary(run, node[2], evaluate(run, node[3], scope))
    case 'typeof':
      return evaluateTypeof(run, node[2], scope)
    case 'delete':
      return deleteMember(run, evaluate(run, node[2], scope), evaluate(run, node[3], scope))
    case 'binary':
      return evaluateBinary(run, node, scope)
    case 'logical':
      return evaluateLogical(run, node, scope)
    case 'choose':
      return evaluate(run, evaluate(run, node[2], scope) ? node[3] : node[4], scope)
    case 'assign':
      return evaluateAssign(run, node, scope)
    case 'update':
      return evaluateUpdate(run, node, scope)
    case 'chain':
      return evaluateChain(run, node, scope)
    case 'new':
      return evaluateNew(run, node, scope)
    case 'sequence': {
      let last: Value
      for (const expression of node[2]) last = evaluate(run, expression, scope)
      return last
    }
    default:
      return node satisfies never
  }
}

function evaluateTypeof(run: FilterRun, of: Expression, scope: Scope): string {
  if (of[0] === 'name' && !scope.isKnown(of[2])) return 'undefined'
  return typeOf(evaluate(run, of, scope))
}

/** A long sum is a deep tree on its left side, which is gone through without going deeper. */
function evaluateBinary(run: FilterRun, node: Node<'binary'>, scope: Scope): Value {
  let [, line, operator, first, right] = node
  if (first[0] !== 'binary') {
    const left = evaluate(run, first, scope)
    return applyBinary(run, operator, left, evaluate(run, right, scope))
  }
  const open: Node<'binary'>[] = [node]
  while (first[0] === 'binary') {
    run.spend(1)
    open.push(first)
    ;[, , , first] = first
  }
  let value = evaluate(run, first, scope)
  for (let next = open.pop(); next; next = open.pop()) {
    ;[, line, operator, , right] = next
    const other = evaluate(run, right, scope)
    run.line = line
    value = applyBinary(run, operator, value, other)
  }
  return value
}

function evaluateLogical(run: FilterRun, [, , operator, left, right]: Node<'logical'>, scope: Scope): Value {
  const value = evaluate(run, left, scope)
  return needsRight(operator, value) ? evaluate(run, right, scope) : value
}

function needsRight(operator: LogicalOperator, value: Value): boolean {
  switch (operator) {
    case '&&':
      return Boolean(value)
    case '||':
      return !value
    case '??':
      return value === undefined || value === null
    default:
      return operator satisfies never
  }
}

function evaluateObject(run: FilterRun, fields: readonly ObjectField[], scope: Scope): FilterRecord {
  const record = run.record()
  for (const [key, expression] of fields) {
    if (key === null) {
      const source = evaluate(run, expression, scope)
      if (isObject(source) || typeof source === 'string') {
        for (const name of keysOf(run, source)) setField(run, record, name, getMember(run, source, name))
      }
    } else {
      const name = typeof key === 'string' ? key : toKey(run, evaluate(run, key, scope))
      setField(run, record, name, evaluate(run, expression, scope))
    }
  }
  return record
}

/** Where to put a value, found before the value is: what stands left is evaluated once, and first. */
type Place = { get: () => Value; set: (value: Value) => void }

function findPlace(run: FilterRun, target: Pattern, scope: Scope): Place {
  switch (target[0]) {
    case 'to-name':
      return {
        get: () => scope.read(run, target[2]),
        set: (value) => scope.assign(run, target[2], value),
      }
    case 'to-member': {
      const of = evaluate(run, target[2], scope)
      const key = evaluate(run, target[3], scope)
      return {
        get: () => getMember(run, of, key),
        set: (value) => setMember(run, of, key, value),
      }
    }
    default:
      return {
        get: () => undefined,
        set: (value) => assignPattern(run, target, value, scope, null),
      }
  }
}

function evaluateAssign(run: FilterRun, [, line, operator, target, expression]: Node<'assign'>, scope: Scope): Value {
  const place = findPlace(run, target, scope)
  if (operator === '&&' || operator === '||' || operator === '??') {
    const old = place.get()
    if (!needsRight(operator, old)) return old
  }
  const old = isBinary(operator) ? place.get() : undefined
  const given = evaluate(run, expression, scope)
  run.line = line
  const value = isBinary(operator) ? applyBinary(run, operator, old, given) : given
  place.set(value)
  return value
}

function isBinary(operator: BinaryOperator | LogicalOperator | ''): operator is BinaryOperator {
  return operator !== '' && operator !== '&&' && operator !== '||' && operator !== '??'
}

function evaluateUpdate(run: FilterRun, [, , by, before, target]: Node<'update'>, scope: Scope): Value {
  const place = findPlace(run, target, scope)
  const old = toNumber(run, place.get())
  place.set(old + by)
  return before ? old + by : old
}

function evaluateNew(run: FilterRun, [, line, name, items]: Node<'new'>, scope: Scope): Value {
  const type = scope.read(run, name)
  const parameters = evaluateItems(run, items, scope)
  run.line = line
  run.spend(1)
  const construct = isFunction(type) ? type.construct : undefined
  return construct ? construct(run, parameters) : run.fail(`“new ${name}” does not work here.`)
}
