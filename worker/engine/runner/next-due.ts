import { nextFailureNotice } from './execution/failure-notices.ts'
import { countsDue } from './read/saved-counts.ts'
import { nextDueRun } from './store/due-runs.ts'
import { nextLeaving } from './store/unsubscribes-due.ts'
import type { RunnerPart } from './world/memory.ts'
import type { Tables } from './world/world.ts'

/** When the first of a Runner's runs, triggers and notices is due, in ms; null for none. */
export function nextDue(memory: RunnerPart<Tables, 'under_way'>): number | null {
  const [row] = memory.world.sql<{ due: number | null }>(
    'select min(next_due) as due from subscription where next_due is not null',
  )
  const dues = [
    nextDueRun(memory),
    row?.due ?? null,
    nextLeaving(memory),
    nextFailureNotice(memory),
    countsDue(memory),
  ].filter((due) => due !== null)
  return dues.length === 0 ? null : Math.min(...dues)
}
