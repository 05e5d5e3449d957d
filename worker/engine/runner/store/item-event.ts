import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { insertRuns, type RunStart, type StoredEvent } from './runs.ts'

/** Makes the event of a service's item, as runs store it. */
export function itemEvent({ at, ingredients }: TriggerItem, now: number): StoredEvent {
  const bytes = JSON.stringify(ingredients).length
  return { kind: 'item', content_type: null, bytes, text: null, ingredients, from_text: [], at: at ?? now }
}

/** Starts the item's runs. Returns how many are new. Call it inside a transaction. */
export function startItemRuns(memory: RunnerMemory, item: TriggerItem, starts: readonly RunStart[]): number {
  if (starts.length === 0) return 0
  return insertRuns(memory, itemEvent(item, memory.world.now()), starts, { event_id: item.id }).length
}
