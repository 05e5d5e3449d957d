import type { ActivityEntry } from '../../../worker/contract/activity/activity-entry.ts'
import type { Filter } from './activity-filter.ts'

/** Whether the list is about failed runs, and has one. */
export function showsFailures({ kind, outcome }: Filter, entries: readonly ActivityEntry[]): boolean {
  if (kind !== 'failures' && outcome !== 'failed') return false
  return entries.some((entry) => entry.category === 'run' && entry.state === 'failed')
}
