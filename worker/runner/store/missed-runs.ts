import type { TriggerItem } from '../../runner-api/step-outcome.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { endRun, insertRuns, type NewRun, type StoredEvent } from './runs.ts'

/** A time that came while nothing ran, more than an hour ago: named in the history, never done silently. */
export function insertMissedRun(
  memory: RunnerMemory,
  of: Pick<NewRun, 'applet_id' | 'rev' | 'feature' | 'subscription'>,
  item: TriggerItem,
  event: StoredEvent,
): void {
  const now = memory.world.now()
  const [run] = insertRuns(memory, event, [
    { ...of, event_id: item.id, body_hash: null, cause: 'event', hops: 0, begins: now },
  ])
  if (!run) return
  const message = 'Missed: nothing could run at that time.'
  endRun(memory, run, null, { state: 'skipped', message }, { contents: true, has_work: false })
}
