import { DAY } from '../../../contract/shared/durations.ts'
import { RETRY_WAITS } from '../../runner/execution/retry-rules.ts'
import type { FollowRequest } from '../../../system/runner-api/source-api.ts'
import type { SourceWorld } from '../world/source-world.ts'

/** One subscription of a Runner. Times in ms. */
export type Follower = {
  runner_id: string
  identity: string
  /** How often its plan polls: it is told no more often. */
  every: number
  /** The last number it knows; null until it was answered. */
  told: number | null
  told_at: number | null
  next_tell: number | null
  /** When it was last heard of. */
  renewed_at: number
  fails: number
  /** The last note that it was told. */
  note: string | null
}

export type FollowerKey = Pick<Follower, 'runner_id' | 'identity'>

/** After how long a silent follower is dropped, in ms; they renew every six hours. */
const SILENT_FOR = 2 * DAY

export function countFollowers({ sql }: SourceWorld): number {
  return sql<{ n: number }>('select count(*) as n from follower')[0]?.n ?? 0
}

/** How often the most demanding follower's plan polls, in ms; null without any. */
export function leastEvery({ sql }: SourceWorld): number | null {
  return sql<{ every: number | null }>('select min(every) as every from follower')[0]?.every ?? null
}

export function readFollower({ sql }: SourceWorld, { runner_id, identity }: FollowerKey): Follower | null {
  return sql<Follower>('select * from follower where runner_id = ? and identity = ?', runner_id, identity)[0] ?? null
}

/** A follower, or one that renews. `told` says how far it knows this Source; null where it does not. */
export function saveFollower(world: SourceWorld, request: FollowRequest, told: number | null): void {
  world.sql(
    `insert into follower (runner_id, identity, every, told, renewed_at) values (?, ?, ?, ?, ?)
     on conflict (runner_id, identity) do update set every = excluded.every, told = coalesce(excluded.told, told),
     renewed_at = excluded.renewed_at, fails = 0`,
    request.runner_id,
    request.identity,
    request.every,
    told,
    world.now(),
  )
}

export function dropFollower({ sql }: SourceWorld, { runner_id, identity }: FollowerKey) {
  sql('delete from follower where runner_id = ? and identity = ?', runner_id, identity)
}

export function dropSilentFollowers({ sql }: SourceWorld, now: number): void {
  sql('delete from follower where renewed_at < ?', now - SILENT_FOR)
}

/** Plans a tell to everyone who does not know this number or this note, when their plan's interval is over. */
export function planTells({ sql }: SourceWorld, number: number, note: string | null, now: number): void {
  sql(
    `update follower set next_tell = max(?, coalesce(told_at, 0) + every)
     where next_tell is null and told is not null and (told < ? or note is not ?)`,
    now,
    number,
    note,
  )
}

/** Plans to tell pushed items at once on every plan; a follower that cannot be reached keeps its time. */
export function planTellsNow({ sql }: SourceWorld, number: number, now: number): void {
  sql('update follower set next_tell = ? where told < ? and fails = 0', now, number)
}

export function dueFollowers({ sql }: SourceWorld, now: number, limit: number): Follower[] {
  return sql<Follower>(
    'select * from follower where next_tell is not null and next_tell <= ? order by next_tell limit ?',
    now,
    limit,
  )
}

export function nextTell({ sql }: SourceWorld): number | null {
  return (
    sql<{ at: number | null }>('select min(next_tell) as at from follower where next_tell is not null')[0]?.at ?? null
  )
}

/** It was told, or it asked: it knows this number and note now. */
export function noteTold(
  { sql }: SourceWorld,
  { runner_id, identity }: FollowerKey,
  { now, ...known }: Pick<Follower, 'note' | 'told_at' | 'next_tell'> & { number: number; now: number },
): void {
  sql(
    `update follower set told = ?, note = ?, told_at = ?, renewed_at = ?, fails = 0, next_tell = ?
     where runner_id = ? and identity = ?`,
    known.number,
    known.note,
    known.told_at,
    now,
    known.next_tell,
    runner_id,
    identity,
  )
}

/** Its Runner could not be reached: it is told again later, and nobody waits for it. */
export function postponeTell({ sql }: SourceWorld, { runner_id, identity, fails }: Follower, now: number): void {
  const wait = RETRY_WAITS[Math.min(fails, RETRY_WAITS.length - 1)] ?? 0
  sql(
    'update follower set fails = fails + 1, next_tell = ? where runner_id = ? and identity = ?',
    now + wait,
    runner_id,
    identity,
  )
}

/** After the clock went back: no follower waits until the time before comes again. */
export function followersFromNow({ sql }: SourceWorld, now: number): void {
  sql('update follower set told_at = null, next_tell = ? where told_at > ? or next_tell > ?', now, now, now + DAY)
  sql('update follower set renewed_at = ? where renewed_at > ?', now, now)
}
