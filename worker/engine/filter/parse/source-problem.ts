/** A problem in the code, and where: line and column from 1. */
export type SourceProblem = { line: number; column: number; message: string }

/** Thrown where code cannot be read further. */
export class SyntaxProblem extends Error {
  readonly line: number
  readonly column: number
  constructor(message: string, { line, column }: { line: number; column: number }) {
    super(message)
    this.line = line
    this.column = column
  }
}
