import type { CompileResult, FilterNames } from '../../../system/runner-api/filter-compiler.ts'

const MOST_SOURCE = 20_000

/**
 * Checks filter code. With the names of the Applet, an unknown service, step, ingredient or field is a problem too.
 * The parser is loaded by the first call.
 */
export async function compileFilter(source: string, names?: FilterNames): Promise<CompileResult> {
  if (source.length > MOST_SOURCE) {
    const most = MOST_SOURCE.toLocaleString('en')
    return { ok: false, problems: [{ line: 1, column: 1, message: `Filter code has at most ${most} characters.` }] }
  }
  const { checkSource } = await import('./check-source.ts')
  const problems = checkSource(source, names)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, filter: { version: 2, source } }
}
