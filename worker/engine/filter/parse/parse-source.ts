import { parseAssignment, parseExpression } from './parse-operators.ts'
import { parseStatement, parseStatements } from './parse-statements.ts'
import { Parser } from './parser.ts'
import { type SourceProblem, SyntaxProblem } from './source-problem.ts'
import type { SourceProgram, Statement } from './source-tree.ts'

/**
 * Parses filter code: the part of strict JavaScript that it may use. Returns its tree, and what it may not use, or
 * where it cannot be read. Takes time in proportion to the code.
 */
export function parseSource(source: string): { program?: SourceProgram; problems: SourceProblem[] } {
  let problems: SourceProblem[] = []
  try {
    const parser = new Parser(source, {
      assignment: parseAssignment,
      expression: parseExpression,
      statements: parseStatements,
    })
    ;({ problems } = parser)
    const body: Statement[] = []
    while (parser.token.kind !== 'end') body.push(parseStatement(parser, true))
    return { program: { body }, problems }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    const { line, column, message } = error
    return { problems: [...problems, { line, column, message }] }
  }
}
