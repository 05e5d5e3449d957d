import { MINUTE } from '../../../contract/shared/durations.ts'
import { readMeta, writeMeta } from '../store/tables.ts'
import type { RunnerMemory, RunnerPart } from '../world/memory.ts'
import { countRuns } from './applet-health.ts'
import type { Tables } from '../world/world.ts'

/** D1's copies follow at most so often, in ms. */
const SAVED_EVERY = 15 * MINUTE

/** When D1's copies of the counts are due, in ms; null while nothing has run since the last time. */
export function countsDue({ world }: RunnerPart<Tables>): number | null {
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
