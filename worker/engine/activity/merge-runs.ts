import type { RunFilter } from '../../contract/runs/applet-run.ts'
import type { ActivityFilter } from '../../contract/activity/activity-entry.ts'

/** Which groups of runs a filter of the activity pages shows; `undefined` stands for all. */
export function runFiltersFor(
  kind: ActivityFilter | undefined,
  outcome: RunFilter | undefined,
): readonly (RunFilter | undefined)[] {
  if (kind === 'changes') return []
  if (outcome) return [outcome]
  return kind === 'failures' ? ['failed', 'unsure'] : [undefined]
}
