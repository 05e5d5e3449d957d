import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { pruneRuns } from './store/prune-runs.ts'
import { readMeta } from './store/tables.ts'
import { watchTriggers } from './triggers/watch-triggers.ts'
import type { RunnerMemory, RunnerPart } from './world/memory.ts'
import type { Tables } from './world/world.ts'

/** Once an hour: what is too old goes, and silent triggers are named. */
export function keepUp(memory: RunnerMemory): void {
  const since = memory.world.now() - lastUpkeep(memory)
  if (since >= 0 && since < HOUR) return
  pruneRuns(memory)
  watchTriggers(memory)
}

/** A Runner where nothing else is due keeps up once a day; null where there is nothing to keep up. */
export function nextUpkeep(memory: RunnerPart<Tables, 'programs'>): number | null {
  const { world, programs } = memory
  if (programs.size === 0 && world.sql('select 1 from run limit 1').length === 0) return null
  return lastUpkeep(memory) + DAY
}

function lastUpkeep({ world }: RunnerPart<Tables>): number {
  return Number(readMeta(world, 'pruned') ?? 0)
}
