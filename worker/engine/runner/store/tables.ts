import type { RunnerWorld, Tables } from '../world/world.ts'

/** The version of the tables below. The schema only grows: old and new code overlap during a deploy. */
const SCHEMA_VERSION = 5

const TABLES = [
  `create table if not exists meta (key text primary key, value text not null) without rowid`,
  // One row a version that a run may still need; `current` is the one that new runs take.
  `create table if not exists program (
    applet_id integer not null, rev integer not null, doc text not null, current integer not null,
    primary key (applet_id, rev)) without rowid`,
  // What came with programs of a service that an operator has added; no file where there is none anymore.
  `create table if not exists added_service (
    module_name text primary key, version integer not null, file text) without rowid`,
  `create table if not exists subscription (
    id integer primary key, kind text not null, key text not null unique, module_name text not null, slug text not null,
    fields text not null, account_id text, applets text not null, next_due integer, etag text, last_modified text,
    primed integer not null default 0, fails integer not null default 0, changed integer not null default 0, last_checked integer, last_ok integer,
    last_event integer, gaps text not null default '[]', note text, missed text not null default '[]',
    enabled_at integer not null default 0)`,
  `create index if not exists subscription_due on subscription (next_due) where next_due is not null`,
  `create table if not exists seen (
    subscription integer not null, event_id text not null, at integer not null,
    primary key (subscription, event_id)) without rowid`,
  `create table if not exists behind (
    subscription integer not null, applet_id integer not null, event_id text not null, at integer not null,
    primary key (subscription, applet_id, event_id)) without rowid`,
  // The Source that a subscription follows instead of asking by itself, and how far it knows that.
  `create table if not exists follow (
    subscription integer primary key, identity text not null, address text not null, generation text not null,
    number integer not null)`,
  // Trigger identities that nobody follows anymore, until their services were told.
  `create table if not exists leaving (
    key text primary key, subscription integer not null, module_name text not null, slug text not null,
    account_id text, due integer not null, fails integer not null default 0) without rowid`,
  `create table if not exists event (id integer primary key, doc text not null)`,
  `create table if not exists run (
    seq integer primary key, salt text not null, at integer not null, applet_id integer not null, rev integer not null,
    feature text, subscription integer not null, event_id text not null, body_hash text, leads integer not null, begins integer not null,
    event text, event_row integer, state text not null, hold text, due integer, give_up integer not null,
    attempt integer not null default 0, takes integer not null default 0, boot text, cause text not null,
    hops integer not null default 0, stopped integer not null default 0, message text, steps text, bytes integer not null default 0, ended_at integer)`,
  `create unique index if not exists run_event on run (applet_id, subscription, event_id)`,
  `create index if not exists run_due on run (applet_id, due) where ended_at is null`,
  `create index if not exists run_shared_event on run (event_row) where event_row is not null`,
  `create table if not exists work (seq integer primary key, doc text not null)`,
  // Runs that were held or are tried again, until their user is told or the hour is over: since when.
  `create table if not exists long_wait (seq integer primary key, since integer not null)`,
  `create table if not exists day (
    applet_id integer not null, day text not null, outcome text not null, n integer not null,
    primary key (applet_id, day, outcome)) without rowid`,
  // Only for Applets that fail: how often in a row, since when, and why it was turned off by itself.
  `create table if not exists trouble (
    applet_id integer primary key, failures integer not null, since integer not null, paused text, broken_since integer,
    told_silent integer)`,
  // The entries of its user's Applets in the service Store: one value a name, or the items of a list.
  `create table if not exists store_entry (
    id integer primary key, name text not null, kind text not null, value text not null, at integer not null)`,
  `create unique index if not exists store_value on store_entry (name) where kind = 'value'`,
  `create index if not exists store_item on store_entry (name, id) where kind = 'item'`,
  `create index if not exists store_spelling on store_entry (name collate nocase)`,
  // The effects that changed it, so that the same key does nothing twice.
  `create table if not exists store_effect (key text primary key, result text not null, at integer not null) without rowid`,
]

export function makeTables(world: Tables): void {
  for (const table of TABLES) world.sql(table)
  writeMeta(world, 'schema', String(SCHEMA_VERSION))
}

/** Adds the tables that this version of the product has and an older one did not make. */
export function growTables(world: RunnerWorld): void {
  if (Number(readMeta(world, 'schema')) < SCHEMA_VERSION) world.transaction(() => makeTables(world))
}

/** False before the first `sync`, and after `forget`. */
export function hasTables(world: Tables): boolean {
  return world.sql(`select 1 from sqlite_master where type = 'table' and name = 'run'`).length > 0
}

type MetaKey =
  | 'schema'
  | 'snapshot'
  | 'refused_keys'
  | 'told_failures'
  | 'failed'
  | 'told_waits'
  | 'pruned'
  | 'counted'
  | 'handshakes'
  | 'store_size'

export function readMeta(world: Tables, key: MetaKey): string | null {
  return world.sql<{ value: string }>('select value from meta where key = ?', key)[0]?.value ?? null
}

export function writeMeta(world: Tables, key: MetaKey, value: string): void {
  world.sql(
    'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    key,
    value,
  )
}
