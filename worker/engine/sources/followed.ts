import type { FollowRequest } from '../../system/runner-api/source-api.ts'
import { SOONEST } from '../runner/triggers/poll-rules.ts'
import type { SourceWorld } from './world/source-world.ts'
import { readFollower, saveFollower } from './store/followers.ts'
import type { SourceRecord } from './store/source-record.ts'

/** Stores a follower. A new one, a faster plan or "check now" brings the next reading forward. */
export function followed(
  world: SourceWorld,
  record: SourceRecord,
  request: FollowRequest,
  told: number | null,
): SourceRecord {
  const now = world.now()
  const before = readFollower(world, request)
  saveFollower(world, request, told)
  const { last_read, quiet_until, ends_at, hub } = record
  const isMore = before === null || before.every > request.every || request.soon || ends_at !== null
  const soonest = (last_read ?? now) + (request.soon ? SOONEST : request.every)
  const next_read = isMore ? Math.min(record.next_read, Math.max(quiet_until, soonest, now)) : record.next_read
  const isLeaving = hub?.state === 'leaving'
  return {
    ...record,
    ends_at: null,
    next_read: ends_at === null ? next_read : Math.max(quiet_until, soonest, now),
    hub: isLeaving ? { ...hub, state: 'asked', next_ask: now } : hub,
  }
}
