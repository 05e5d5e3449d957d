import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { countRuns } from './read/applet-health.ts'
import { pruneRuns } from './store/prune-runs.ts'
import { readMeta, writeMeta } from './store/tables.ts'
import { watchTriggers } from './triggers/watch-triggers.ts'
import type { RunnerMemory } from './world/memory.ts'

/** D1's copies of the counts follow at most so often, in ms. */
const SAVED_EVERY = 15 * MINUTE

/** Once an hour: what is too old goes, and silent triggers are named. */
export function keepUp(memory: RunnerMemory): void {
  const since = memory.world.now() - lastUpkeep(memory)
  if (since >= 0 && since < HOUR) return
  pruneRuns(memory)
  watchTriggers(memory)
}

/** A Runner where nothing else is due keeps up once a day; null where there is nothing to keep up. */
export function nextUpkeep(memory: RunnerMemory): number | null {
  const { world, programs } = memory
  if (programs.size === 0 && world.sql('select 1 from run limit 1').length === 0) return null
  return lastUpkeep(memory) + DAY
}

function lastUpkeep({ world }: RunnerMemory): number {
  return Number(readMeta(world, 'pruned') ?? 0)
}

/** When D1's copies are due, in ms; null while nothing has run since the last time. */
export function countsDue({ world }: RunnerMemory): number | null {
  const saved = Number(readMeta(world, 'counted') ?? 0)
  const [last] = world.sql<{ at: number }>('select at from run order by seq desc limit 1')
  return last === undefined || last.at <= saved ? null : saved + SAVED_EVERY
}

/** Brings D1's copies up to date where that is due. */
export function saveCounts(memory: RunnerMemory): void {
  const { world } = memory
  const due = countsDue(memory)
  if (due === null || world.now() < due) return
  const since = Number(readMeta(world, 'counted') ?? 0)
  const now = world.now()
  const ended = 'select state, count(*) as n from run where ended_at > ? and ended_at <= ? group by state'
  for (const { state, n } of world.sql<{ state: string; n: number }>(ended, since, now)) world.recordEnded(state, n)
  writeMeta(world, 'counted', String(now))
  world.spawn(world.saveCounts(countRuns(memory)))
}
