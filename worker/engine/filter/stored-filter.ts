import type { StoredFilter } from '../../contract/applets/applet-document.ts'
import type { CompiledFilter } from './filter-types.ts'

/** Whether this stored filter is of the version that this code runs. */
export function isCompiledFilter(stored: StoredFilter): stored is CompiledFilter {
  return stored.version === 2
}
