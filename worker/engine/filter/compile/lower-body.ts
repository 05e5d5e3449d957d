import type { Statement as SourceStatement } from '../parse/source-tree.ts'
import type { Statement } from '../tree/filter-tree.ts'
import type { Lowering } from './lowering.ts'

/** The statements of a block or program, functions first, as they are known from its start. */
export function lowerBody(lowering: Lowering, body: readonly SourceStatement[]): Statement[] {
  const statements = body
    .filter(({ type }) => type !== 'EmptyStatement')
    .map((statement) => lowering.statement(statement))
  const functions = statements.filter(([kind]) => kind === 'function')
  return [...functions, ...statements.filter(([kind]) => kind !== 'function')]
}
