import { parse, type Program } from 'acorn'
import { syntaxProblem } from './syntax-words.ts'
import type { SourceProblem } from './source-place.ts'

/** Parses filter code as the engine runs it: as the body of a strict function. Returns its tree, or why it has none. */
export function readProgram(source: string): Program | SourceProblem {
  let markup: SourceProblem | undefined
  try {
    const program = parse(source, {
      ecmaVersion: 2025,
      sourceType: 'commonjs',
      strict: true,
      allowHashBang: false,
      locations: true,
      preserveParens: true,
      onComment: (_isBlock, _text, start, _end, place) => {
        if (source[start] === '/' || !place) return
        const { line, column } = place
        markup ??= { line, column: column + 1, message: 'HTML comments are not available in filter code.' }
      },
    })
    return markup ?? program
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error
    return syntaxProblem(source, { message: error.message, at: Number(error.pos) })
  }
}
