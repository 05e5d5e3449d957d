import type { Node } from 'acorn'

/** A problem in the code, and where: line and column from 1. */
export type SourceProblem = { line: number; column: number; message: string }

export function problemAt({ loc }: Node, message: string): SourceProblem {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1, message }
}
