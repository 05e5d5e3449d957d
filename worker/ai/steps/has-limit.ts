import type { Limit } from '../sentence/read-limits.ts'
import type { Proposal } from './proposal.ts'

/** Whether the proposal has what these words limit it to. */
export function hasLimit(limit: Limit, { wait, min_gap, quiet, trigger, conditions }: Proposal): boolean {
  switch (limit.kind) {
    case 'wait':
      return wait === inClockFormat(limit.seconds)
    case 'min_gap':
      return min_gap === limit.seconds
    case 'quiet':
      return quiet?.from === limit.quiet.from && quiet.to === limit.quiet.to
    case 'days':
      return hasDays(limit.days, { trigger, conditions })
    case 'unsayable':
    case 'lasting':
      return false
  }
}

function hasDays(days: readonly number[], { trigger, conditions }: Pick<Proposal, 'trigger' | 'conditions'>): boolean {
  const fields = trigger?.fields ?? {}
  const own = fields['weekdays']?.split('\n') ?? [fields['weekday'] ?? fields['cron']?.split(' ')[4] ?? '']
  const isOwn =
    own
      .flatMap((each) => each.split(','))
      .toSorted()
      .join() === days.map(String).toSorted().join()
  return isOwn || (conditions?.conditions.some(({ ingredient }) => ingredient.endsWith('.Weekday')) ?? false)
}

/** HH:MM:SS. */
export function inClockFormat(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
