import { nextTell } from './store/followers.ts'
import type { SourceRecord } from './store/source-record.ts'
import type { SourceWorld } from './world/source-world.ts'

/** How soon the alarm looks after work that was begun, in ms: what a crash left is taken up then. */
export const SAFETY_ALARM = 15_000

/**
 * When a Source must look again, in ms; null where nothing will be due. `busy`: work is under way, which looks by
 * itself when it ends, if this turn `may_begin` more.
 */
export function nextAlarm(
  world: SourceWorld,
  { next_read, ends_at, hub }: SourceRecord,
  { busy, may_begin }: { busy: boolean; may_begin: boolean },
): number | null {
  const now = world.now()
  const dues = ends_at === null ? [next_read, hub?.next_ask ?? null, nextTell(world)] : [ends_at]
  const due = Math.min(...dues.filter((at) => at !== null))
  const safety = busy ? now + SAFETY_ALARM : Number.POSITIVE_INFINITY
  const waits = due <= now && busy && may_begin
  const at = Math.min(waits ? safety : Math.max(due, now), safety)
  return at === Number.POSITIVE_INFINITY ? null : at
}
