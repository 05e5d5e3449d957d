import { AppError } from '../errors/app-error.ts'
import type { FilterCompiler } from '../runner-api/filter-compiler.ts'
import { log } from '../log/log.ts'

/** The compiler behind the binding. Where its Worker does not answer, throws `filter_code_unavailable`. */
export function connectFilterCompiler(binding: FilterCompiler): FilterCompiler {
  return {
    compileFilter: async (source, names) => {
      try {
        return await binding.compileFilter(source, names)
      } catch (error) {
        log('error', 'filter_compiler_failed', { message: String(error) })
        throw new AppError('filter_code_unavailable')
      }
    },
  }
}
