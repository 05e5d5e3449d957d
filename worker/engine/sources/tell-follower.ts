import type { SourceTell, TellAnswer } from '../../system/runner-api/source-api.ts'
import type { SourceWorld } from './world/source-world.ts'
import { noteTold, postponeTell, type Follower } from './store/followers.ts'
import { itemsToTell } from './store/source-items.ts'
import type { SourceRecord } from './store/source-record.ts'
import { noteOf } from './take-page.ts'

/** How long a follower may take to answer before it is told again later, in ms. */
const PATIENCE = 10_000

/**
 * Tells a follower what it does not know, and notes how far it knows it then: after a crash in between it is told
 * again, and knows by the number. Never waits for one follower before another.
 */
export async function tellFollower(
  world: SourceWorld,
  present: () => SourceRecord | null,
  follower: Follower,
): Promise<'told' | 'unknown'> {
  const record = present()
  if (!record) return 'told'
  const after = follower.told ?? 0
  const { items, number } = itemsToTell(world, after, record.number)
  const { generation } = record
  const note = noteOf(record)
  const { identity } = follower
  const tell = { generation, identity, after: Math.max(after, record.dropped), number, items, note }
  const answer = await answerOf(world, follower.runner_id, { ...tell, ok: record.problem === null })
  const now = world.now()
  if (answer === null) {
    postponeTell(world, follower, now)
    return 'told'
  }
  if (answer.kind === 'unknown') return 'unknown'
  const later = present() ?? record
  const took = answer.number >= number
  const knows = answer.number >= later.number && note === noteOf(later)
  // Items that did not fit come at once, newer ones when the plan's interval is over.
  const next_tell = took && number < record.number ? now : knows ? null : now + follower.every
  noteTold(world, follower, { number: answer.number, note, now, told_at: now, next_tell })
  return 'told'
}

async function answerOf(world: SourceWorld, runner_id: string, tell: SourceTell): Promise<TellAnswer | null> {
  const waiting = new AbortController()
  const nothing = () => null
  try {
    return await Promise.race([
      world.tell(runner_id, tell),
      world.sleep(PATIENCE, waiting.signal).then(nothing, nothing),
    ])
  } catch {
    return null
  } finally {
    waiting.abort()
  }
}
