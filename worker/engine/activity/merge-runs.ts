import type { RunFilter } from '../../contract/runs/applet-run.ts'
import type { ActivityFilter } from '../../contract/activity/activity-entry.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How many of a ULID's 26 digits hold its time in ms. */
const TIME_DIGITS = 10

/** When a run began, in ms: the time in its id. */
export function runTime(id: string): number {
  return id
    .slice(0, TIME_DIGITS)
    .split('')
    .reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0)
}

/** Which groups of runs a filter of the activity pages shows; `undefined` stands for all. */
export function runFiltersFor(
  kind: ActivityFilter | undefined,
  outcome: RunFilter | undefined,
): readonly (RunFilter | undefined)[] {
  if (kind === 'changes') return []
  if (outcome) return [outcome]
  return kind === 'failures' ? ['failed', 'unsure'] : [undefined]
}
