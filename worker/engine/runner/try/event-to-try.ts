import type { EventToTry } from '../../../system/runner-api/try-api.ts'
import { findRun } from '../read/read-run.ts'
import { itemEvent } from '../store/item-event.ts'
import { readEvent, type StoredEvent } from '../store/runs.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** The event as a run would meet it. Null where it was seen and is not kept anymore. */
export function eventToTry(memory: RunnerMemory, { at, run: id, ingredients }: EventToTry): StoredEvent | null {
  if (id === null) return itemEvent({ id: '', at, ingredients }, memory.world.now())
  const run = findRun(memory, id)
  return run && readEvent(memory, run)
}
