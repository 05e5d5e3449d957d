import { MINUTE } from '../../contract/shared/durations.ts'
import type { ObjectWorld } from './object-world.ts'

/** The calls that one request or alarm may still begin: a Worker may send only so many requests in an invocation. */
export type Allowance = { calls: number }

/** The first of these times; null where none is set. */
export function earliest(times: readonly (number | null)[]): number | null {
  const set = times.filter((at) => at !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/**
 * `alarm`: the one that is set, in ms; null for none. `busy`: work is under way. `safety`: how soon the alarm then
 * rings, in ms, so that what a crash left is taken up.
 */
type Turn = { alarm: number | null; busy: boolean; allowance: Allowance; safety: number }

/**
 * The alarm that an object has to set, in ms; null where nothing will be due, or the alarm that is set rings early
 * enough: moving it only forward saves a write for most runs. One that should have rung a minute ago was lost.
 */
export function alarmToSet(
  world: Pick<ObjectWorld, 'now' | 'log'>,
  readDue: () => number | null,
  { alarm, ...turn }: Turn,
): number | null {
  const now = world.now()
  const at = nextAlarm(world, readDue, turn)
  return at === null || (alarm !== null && alarm <= at && alarm > now - MINUTE) ? null : at
}

/**
 * What is due already waits for what is under way, which looks by itself when it ends, unless this turn may begin no
 * more.
 */
function nextAlarm(
  world: Pick<ObjectWorld, 'now' | 'log'>,
  readDue: () => number | null,
  { busy, allowance, safety }: Omit<Turn, 'alarm'>,
): number | null {
  const now = world.now()
  try {
    const due = readDue()
    const waits = due !== null && due <= now && busy && allowance.calls > 0
    return earliest([due === null || waits ? null : Math.max(due, now), busy ? now + safety : null])
  } catch (error) {
    world.log('alarm_unknown', { message: String(error) })
    return now + safety
  }
}
