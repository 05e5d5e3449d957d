import type { SourceProgram } from '../parse/source-tree.ts'
import type { Program } from '../tree/filter-tree.ts'
import { blockNames, variableNames } from './names-in-scope.ts'
import { lowerBody } from './lower-body.ts'
import { lowerExpression } from './lower-expressions.ts'
import { lowerStatement } from './lower-statements.ts'
import { Lowering, type OuterNames } from './lowering.ts'
import type { SourceProblem } from '../parse/source-problem.ts'

/** The stored tree of a parsed program, and all that is wrong in it, in the order of its lines. */
export function lowerProgram(program: SourceProgram, outer: OuterNames): { tree: Program; problems: SourceProblem[] } {
  const lowering = new Lowering(outer, { statement: lowerStatement, expression: lowerExpression })
  const names = blockNames(program.body)
  const variables = variableNames(program.body)
  const body = lowering.within([...names, ...variables], () => lowerBody(lowering, program.body))
  const problems = lowering.problems.toSorted((one, other) => one.line - other.line || one.column - other.column)
  return { tree: [names, variables, body], problems }
}
