import { itemEvent } from '../store/item-event.ts'
import { insertRuns } from '../store/runs.ts'
import { toldTriggers, type RunningTrigger } from '../store/running-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'

type Counted = { name: string; before: number; after: number }

/** The triggers whose number a counter reaches or passes, from either side. */
export function countersReached(memory: RunnerMemory, { name, before, after }: Counted): RunningTrigger[] {
  return toldTriggers(memory, ({ branch: { trigger } }) => {
    const { module_name, slug, fields } = trigger
    if (module_name !== 'store' || slug !== 'counter_reaches') return false
    const isNamed = fields['name']?.trim().toLowerCase() === name.toLowerCase()
    if (!isNamed || !fields['number']?.trim()) return false
    const number = Number(fields['number'])
    return (before < number && number <= after) || (after <= number && number < before)
  })
}

/** Starts a run for each. Call it inside the transaction that counts. */
export function startCounterRuns(
  memory: RunnerMemory,
  reached: readonly RunningTrigger[],
  { key, name, value, hops }: { key: string; name: string; value: number; hops: number },
): void {
  const now = memory.world.now()
  const ingredients = { Name: name, Value: value, OccurredAt: new Date(now).toISOString() }
  const event = itemEvent({ id: key, at: now, ingredients }, now)
  insertRuns(memory, event, reached, { event_id: key, hops })
}
