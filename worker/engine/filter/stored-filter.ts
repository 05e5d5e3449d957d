import type { CompiledFilter } from './filter-types.ts'

/** Whether this stored filter is of the version that this code runs. */
export function isCompiledFilter(stored: { version: number; tree: unknown }): stored is CompiledFilter {
  return stored.version === 1 && Array.isArray(stored.tree)
}
