import type { FilterRun } from '../values/filter-run.ts'
import { FilterFunction, type Value } from '../values/values.ts'
import type { FunctionNode } from '../tree/filter-tree.ts'
import { assignPart, assignPattern } from './patterns.ts'
import { Scope } from './scope.ts'

/** A function of the code, which remembers the variables around it. */
export function makeFunction(run: FilterRun, node: FunctionNode, scope: Scope, knowsItself: boolean): FilterFunction {
  run.allocate(64)
  const [name, , , , , arity] = node
  const around = knowsItself ? new Scope(scope) : scope
  const made: FilterFunction = new FilterFunction(name, arity, (running, values) =>
    runFunction(running, node, values, around),
  )
  if (knowsItself) around.declare(name, made, true)
  return made
}

function runFunction(
  run: FilterRun,
  [, parameters, rest, variables, body]: FunctionNode,
  values: Value[],
  around: Scope,
): Value {
  run.allocate(32)
  const scope = new Scope(around)
  for (const [at, part] of parameters.entries()) {
    const [target, otherwise] = part
    if (target[0] === 'to-name' && !otherwise) scope.declare(target[2], values[at])
    else assignPart(run, part, values[at], scope, 'let')
  }
  if (rest) assignPattern(run, rest, run.array(values.slice(parameters.length)), scope, 'let')
  for (const name of variables) if (!scope.has(name)) scope.declare(name, undefined)
  const completion = scope.machine.execute(run, body, scope)
  return completion === 'return' ? run.returned : undefined
}
