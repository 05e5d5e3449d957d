import { getMember, methodOf } from '../natives/members.ts'
import { toKey, toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { isFunction, type Value } from '../values/values.ts'
import type { Expression, Item, Link } from '../tree/filter-tree.ts'
import { evaluateItems } from './items.ts'
import type { Scope } from './scope.ts'

type Chain = Extract<Expression, readonly ['chain', ...unknown[]]>

/** `a.b[c](d)?.e`, link by link; the whole is undefined where `?.` finds nothing. */
export function evaluateChain(run: FilterRun, chain: Chain, scope: Scope): Value {
  const [, , start, links] = chain
  let value = scope.machine.evaluate(run, start, scope)
  for (let at = 0; at < links.length; at++) {
    const link = links[at]
    if (!link) break
    run.spend(1)
    run.line = link[1]
    if (link[2] && (value === undefined || value === null)) return undefined
    if (link[0] === '(') {
      const parameters = evaluateItems(run, link[3], scope)
      run.line = link[1]
      if (!isFunction(value)) run.fail(`${chainText(start, links, at)} is not a function.`)
      value = run.call(value, parameters)
      continue
    }
    const key = link[0] === '.' ? link[3] : keyOf(run, link[3], scope)
    const next = links[at + 1]
    if (next?.[0] !== '(') {
      value = getMember(run, value, key)
      continue
    }
    at++
    const method = value === undefined || value === null ? undefined : methodOf(value, toKey(run, key))
    if (!method) {
      const own = getMember(run, value, key)
      if (next[2] && (own === undefined || own === null)) return undefined
      value = own
      at--
      continue
    }
    value = callMethod(run, method, next[3], next[1], scope)
  }
  return value
}

function callMethod(
  run: FilterRun,
  method: (run: FilterRun, values: Value[]) => Value,
  items: readonly Item[],
  line: number,
  scope: Scope,
): Value {
  const parameters = evaluateItems(run, items, scope)
  run.line = line
  run.spend(1)
  return method(run, parameters)
}

function keyOf(run: FilterRun, expression: Expression, scope: Scope): Value {
  const key = scope.machine.evaluate(run, expression, scope)
  return typeof key === 'number' ? key : toKey(run, key)
}

/** The chain as it is written, as far as messages need it. */
function chainText(start: Expression, links: readonly Link[], end: number): string {
  const names = links.slice(0, end).map((link) => (link[0] === '.' ? `.${link[3]}` : link[0] === '[' ? '[…]' : '(…)'))
  return `“${start[0] === 'name' ? start[2] : '…'}${names.join('')}”`
}

export function evaluateTemplate(
  run: FilterRun,
  texts: readonly string[],
  values: readonly Expression[],
  scope: Scope,
): string {
  let whole = texts[0] ?? ''
  for (const [at, expression] of values.entries()) {
    whole = run.join(whole, toText(run, scope.machine.evaluate(run, expression, scope)))
    whole = run.join(whole, texts[at + 1] ?? '')
  }
  return whole
}
