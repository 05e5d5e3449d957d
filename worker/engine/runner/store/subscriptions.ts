import { DAY } from '../../../contract/shared/durations.ts'
import type { TriggerMode } from '../../steps/service-steps.ts'
import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Tables } from '../world/world.ts'

type SubscriptionKind = TriggerMode | 'test'

/** `applet_id`: the Applet that was off; all that follow where it is not said. */
export type MissedItem = TriggerItem & { applet_id?: number }

/** One trigger with one user's fields; Applets with equal ones share it. Times in ms. */
export type Subscription = {
  id: number
  kind: SubscriptionKind
  /** The trigger's identity; for hooks and test runs one of their own per Applet. */
  key: string
  module_name: string
  slug: string
  fields: Record<string, string>
  account_id: string | null
  applets: number[]
  next_due: number | null
  etag: string | null
  last_modified: string | null
  /** Whether what was present at first is marked as seen. */
  primed: boolean
  fails: number
  /** Polls in a row at which every id was new. */
  changed: number
  last_checked: number | null
  last_ok: number | null
  last_event: number | null
  /** The last gaps between events, in ms. */
  gaps: number[]
  /** The note for its user, such as on a service whose ids change at every poll. */
  note: string | null
  /** The items that it had while an Applet was off, which its user may still run. */
  missed: MissedItem[]
  enabled_at: number
}

type JsonColumn = 'fields' | 'applets' | 'gaps' | 'missed'
type Row = Omit<Subscription, JsonColumn | 'primed'> & Record<JsonColumn, string> & { primed: number }

function fromRow(row: Row): Subscription {
  return {
    ...row,
    fields: JSON.parse(row.fields),
    applets: JSON.parse(row.applets),
    gaps: JSON.parse(row.gaps),
    missed: JSON.parse(row.missed),
    primed: row.primed === 1,
  }
}

export function readSubscription({ world }: RunnerMemory, key: string): Subscription | null {
  const [row] = world.sql<Row>('select * from subscription where key = ?', key)
  return row ? fromRow(row) : null
}

export function readSubscriptionById({ world }: RunnerMemory, id: number): Subscription | null {
  const [row] = world.sql<Row>('select * from subscription where id = ?', id)
  return row ? fromRow(row) : null
}

/** All of them, for `sync` and for health: a user has as many as Applets. */
export function listSubscriptions({ world }: RunnerMemory): Subscription[] {
  return world.sql<Row>('select * from subscription order by id').map(fromRow)
}

export function dueSubscriptions({ world }: RunnerMemory, now: number, limit: number): Subscription[] {
  const query = 'select * from subscription where next_due is not null and next_due <= ? order by next_due limit ?'
  return world.sql<Row>(query, now, limit).map(fromRow)
}

type NewSubscription = Pick<
  Subscription,
  'kind' | 'key' | 'module_name' | 'slug' | 'fields' | 'account_id' | 'applets'
> & {
  next_due: number | null
  enabled_at: number
}

export function insertSubscription(memory: RunnerMemory, made: NewSubscription): number {
  const [row] = memory.world.sql<{ id: number }>(
    `insert into subscription (kind, key, module_name, slug, fields, account_id, applets, next_due, enabled_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    made.kind,
    made.key,
    made.module_name,
    made.slug,
    JSON.stringify(made.fields),
    made.account_id,
    JSON.stringify(made.applets),
    made.next_due,
    made.enabled_at,
  )
  if (!row) throw new Error('A subscription was not stored.')
  noteId(memory, { ...made, id: row.id })
  return row.id
}

/** Reads the ids of subscriptions that memory keeps, so that an event reads none of them. */
export function readSubscriptionIds(world: Tables): Pick<RunnerMemory, 'hook_ids' | 'polled_ids'> {
  const ids = { hook_ids: new Map<string, number>(), polled_ids: new Set<number>() }
  for (const row of world.sql<SubscriptionId>('select id, kind, key from subscription')) noteId(ids, row)
  return ids
}

type SubscriptionId = Pick<Subscription, 'id' | 'kind' | 'key'>

function noteId(memory: Pick<RunnerMemory, 'hook_ids' | 'polled_ids'>, { id, kind, key }: SubscriptionId): void {
  switch (kind) {
    case 'hook':
      memory.hook_ids.set(key, id)
      break
    case 'poll':
      memory.polled_ids.add(id)
      break
    case 'clock':
    case 'test':
      break
  }
}

/** Writes what may change. */
export function updateSubscription({ world }: RunnerMemory, { id, ...now }: Subscription): void {
  world.sql(
    `update subscription set account_id = ?, applets = ?, next_due = ?, etag = ?, last_modified = ?, primed = ?, fails = ?, changed = ?,
     last_checked = ?, last_ok = ?, last_event = ?, gaps = ?, note = ?, missed = ?, enabled_at = ? where id = ?`,
    now.account_id,
    JSON.stringify(now.applets),
    now.next_due,
    now.etag,
    now.last_modified,
    now.primed ? 1 : 0,
    now.fails,
    now.changed,
    now.last_checked,
    now.last_ok,
    now.last_event,
    JSON.stringify(now.gaps),
    now.note,
    JSON.stringify(now.missed),
    now.enabled_at,
    id,
  )
}

/** Finds the items that the trigger had while this Applet was off. */
export function missedBy({ missed }: Subscription, of: number): MissedItem[] {
  return missed.filter(({ applet_id }) => applet_id === undefined || applet_id === of)
}

/** Which of these ids were not seen before. */
export function unseenIds({ world }: RunnerMemory, subscription: number, ids: string[]): Set<string> {
  const rows = world.sql<{ event_id: string }>(
    `select event_id from seen where subscription = ? and event_id in (select value from json_each(?))`,
    subscription,
    JSON.stringify(ids),
  )
  const seen = new Set(rows.map(({ event_id }) => event_id))
  return new Set(ids.filter((id) => !seen.has(id)))
}

export function markSeen({ world }: RunnerMemory, subscription: number, ids: string[], at: number): void {
  if (ids.length === 0) return
  world.sql(
    `insert into seen (subscription, event_id, at) select ?, value, ? from json_each(?) where true
     on conflict (subscription, event_id) do nothing`,
    subscription,
    at,
    JSON.stringify(ids),
  )
}

/** How old a mark may get, in ms, before an item that is still there is marked again: so that it is never forgotten. */
export const MARK_AGAIN_AFTER = 7 * DAY

/** Keeps items known that a poll still shows, however long ago they were first seen. */
export function refreshSeen({ world }: RunnerMemory, subscription: number, ids: string[], now: number): void {
  world.sql(
    `update seen set at = ? where subscription = ? and at < ? and event_id in (select value from json_each(?))`,
    now,
    subscription,
    now - MARK_AGAIN_AFTER,
    JSON.stringify(ids),
  )
}

/** More than any page shows: where more came since, a page was read that marked its items. */
const STILL_SHOWN = 1000

/** The same where a service only says that nothing has changed: then what was seen last is still there. */
export function refreshUnchanged({ world }: RunnerMemory, subscription: number, now: number): void {
  world.sql(
    `update seen set at = ? where subscription = ? and at < ? and event_id in (
       select event_id from seen where subscription = ? order by at desc limit ?)`,
    now,
    subscription,
    now - MARK_AGAIN_AFTER,
    subscription,
    STILL_SHOWN,
  )
}

/** Hooks and test runs have a subscription of their own for each Applet's feature. */
export function hookKey(applet_id: number, feature: string | null): string {
  return `hook:${applet_id}:${feature ?? ''}`
}

export function testKey(applet_id: number): string {
  return `test:${applet_id}`
}
