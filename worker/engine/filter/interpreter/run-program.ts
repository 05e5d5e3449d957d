import { GLOBALS } from '../natives/globals.ts'
import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'
import type { Program } from '../tree/filter-tree.ts'
import { evaluate } from './evaluate.ts'
import { execute, executeBody } from './execute.ts'
import { Scope } from './scope.ts'

/** Runs a whole program; `given` are names that it finds besides those of the language. Throws FilterThrow and FilterStop. */
export function runProgram(
  run: FilterRun,
  [names, variables, body]: Program,
  given: Iterable<readonly [string, Value]>,
): void {
  const outermost = new Scope({ evaluate, execute })
  for (const [name, value] of GLOBALS) outermost.declare(name, value, true)
  for (const [name, value] of given) outermost.declare(name, value, true)
  const scope = new Scope(outermost)
  scope.await(names)
  for (const name of variables) if (!scope.has(name)) scope.declare(name, undefined)
  executeBody(run, body, scope)
}
