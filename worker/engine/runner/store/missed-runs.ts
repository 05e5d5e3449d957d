import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { endRun, insertRuns, type NewRun, type StoredEvent } from './runs.ts'

/** The message of a time that came while nothing ran, and of the last that is named where too many did. */
export const MISSED = 'Missed: nothing could run at that time.'
export const MISSED_SINCE = 'Missed: nothing could run from that time on, and later times are not listed.'

/** A time that came while nothing ran, more than an hour ago: named in the history, never done silently. */
export function insertMissedRun(
  memory: RunnerMemory,
  of: Pick<NewRun, 'applet_id' | 'rev' | 'feature' | 'subscription'>,
  item: TriggerItem,
  event: StoredEvent,
  message: typeof MISSED | typeof MISSED_SINCE,
): void {
  const now = memory.world.now()
  const [run] = insertRuns(memory, event, [
    { ...of, event_id: item.id, body_hash: null, cause: 'event', hops: 0, begins: now },
  ])
  if (!run) return
  endRun(memory, run, null, { state: 'skipped', message }, { contents: true, has_work: false })
}
