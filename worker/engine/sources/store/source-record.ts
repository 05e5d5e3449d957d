import type { SourceAddress } from '../../../system/runner-api/source-api.ts'
import type { SourceProblem } from '../../../system/runner-api/step-outcome.ts'
import type { HubSubscription } from '../websub/hub-subscription.ts'
import type { SourceWorld } from '../world/source-world.ts'

/** A Source's record of itself, besides its items and followers. Times in ms. */
export type SourceRecord = {
  /** Made new with the object: numbers of another generation mean nothing. */
  generation: string
  address: SourceAddress
  /** The number of its newest item, and of the newest that is not kept anymore. */
  number: number
  dropped: number
  etag: string | null
  last_modified: string | null
  /** The state that its last reading left for the next one. */
  state: string | null
  fails: number
  /** Readings in a row at which every id was new. */
  changed: number
  gaps: number[]
  last_event: number | null
  last_read: number | null
  last_ok: number | null
  next_read: number
  /** Until then the other side asked not to be read again. */
  quiet_until: number
  problem: SourceProblem | null
  note: string | null
  hub: HubSubscription | null
  /** When it ends, because nobody follows it; null while somebody does. */
  ends_at: number | null
}

const TABLES = [
  `create table if not exists source (id integer primary key check (id = 1), doc text not null)`,
  // Without a `doc` an item is only known, so that it is not new again.
  `create table if not exists item (
    number integer primary key, id text not null unique, same text not null, seen_at integer not null, doc text, bytes integer not null)`,
  `create index if not exists item_same on item (same)`,
  `create table if not exists follower (
    runner_id text not null, identity text not null, every integer not null, told integer, told_at integer, next_tell integer,
    renewed_at integer not null, fails integer not null default 0, note text, primary key (runner_id, identity)) without rowid`,
  `create index if not exists follower_due on follower (next_tell) where next_tell is not null`,
]

/** Null before the first call, and after it ended. */
export function loadRecord(world: SourceWorld): SourceRecord | null {
  const made = world.sql("select 1 from sqlite_master where type = 'table' and name = 'source'").length > 0
  if (!made) return null
  const [row] = world.sql<{ doc: string }>('select doc from source')
  return row ? JSON.parse(row.doc) : null
}

export function newRecord(world: SourceWorld, address: SourceAddress): SourceRecord {
  for (const table of TABLES) world.sql(table)
  const now = world.now()
  const times = { gaps: [], last_event: null, last_read: null, last_ok: null, next_read: now, quiet_until: 0 }
  const known = { etag: null, last_modified: null, state: null, problem: null, note: null, hub: null }
  return {
    generation: world.token(),
    address,
    number: 0,
    dropped: 0,
    fails: 0,
    changed: 0,
    ends_at: null,
    ...times,
    ...known,
  }
}

/** Returns what it stored. */
export function saveRecord(world: SourceWorld, record: SourceRecord): SourceRecord {
  world.sql(
    'insert into source (id, doc) values (1, ?) on conflict (id) do update set doc = excluded.doc',
    JSON.stringify(record),
  )
  return record
}
