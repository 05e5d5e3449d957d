import { memberCheck, servicesOf } from './check-members.ts'
import { lowerProgram } from './compile/lower-program.ts'
import { readSource } from './compile/read-source.ts'
import type { CompileResult, FilterNames } from '../../system/runner-api/filter-compiler.ts'
import { GLOBAL_NAMES } from './natives/global-names.ts'

/**
 * Checks filter code and makes it ready to run. With the names of the Applet, an unknown service, step,
 * ingredient or field is a problem too. The parser is loaded by the first call.
 */
export async function compileFilter(source: string, names?: FilterNames): Promise<CompileResult> {
  const { program, problems: refused } = await readSource(source)
  if (!program) return { ok: false, problems: refused }
  const language = new Set<string>([...GLOBAL_NAMES, 'Meta', 'Trigger'])
  const services = names && servicesOf(names)
  const { problems: found } = lowerProgram(program, {
    language,
    services: services && new Set(services.keys()),
    checkMembers: memberCheck(services),
  })
  const problems = [...refused, ...found].toSorted((one, other) => one.line - other.line || one.column - other.column)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, filter: { version: 2, source } }
}
