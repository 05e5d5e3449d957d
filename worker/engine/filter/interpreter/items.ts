import { iterate } from '../natives/iterate.ts'
import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'
import type { Item } from '../tree/filter-tree.ts'
import type { Scope } from './scope.ts'

/** The values of a list's items or a call's parameters, spread where the code says so. */
export function evaluateItems(run: FilterRun, items: readonly Item[], scope: Scope): Value[] {
  const values: Value[] = []
  for (const [spread, expression] of items) {
    const value = scope.machine.evaluate(run, expression, scope)
    if (!spread) values.push(value)
    else for (const item of iterate(run, value)) run.checkItems(values.push(item))
  }
  if (values.length > 0) run.allocate(8 * values.length)
  return values
}
