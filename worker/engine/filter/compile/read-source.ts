import type { SourceProblem } from '../parse/source-problem.ts'
import type { SourceProgram } from '../parse/source-tree.ts'

const MOST_SOURCE = 20_000

/** Parses filter code. The parser is loaded when the first code is saved. */
export async function readSource(source: string): Promise<{ program?: SourceProgram; problems: SourceProblem[] }> {
  if (source.length > MOST_SOURCE) {
    const most = MOST_SOURCE.toLocaleString('en')
    return { problems: [{ line: 1, column: 1, message: `Filter code has at most ${most} characters.` }] }
  }
  const { parseSource } = await import('../parse/parse-source.ts')
  return parseSource(source)
}
