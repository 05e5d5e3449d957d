import { DAY } from '../../../contract/shared/durations.ts'
import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import type { SourceWorld } from '../world/source-world.ts'
import { MARK_AGAIN_AFTER } from '../../runner/store/subscriptions.ts'

/** An item with what tells it from others where ids do not: its link and title. */
export type NewItem = { item: TriggerItem; same: string }

/** How many contents are kept, and how many bytes of them. */
const MOST_KEPT = 500
const MOST_BYTES = 4_000_000
/** How many ids are known, and for how long after they were last there, in ms. */
const MOST_KNOWN = 5000
const KNOWN_FOR = 90 * DAY

/** How many items, and about how many bytes, one tell carries at most. */
const TOLD_AT_ONCE = 50
const TOLD_BYTES = 500_000

/** Which of these ids are known, and which of these links and titles. */
export function knownAmong(world: SourceWorld, items: readonly NewItem[]): { ids: Set<string>; same: Set<string> } {
  const ids = world.sql<{ id: string }>(
    'select id from item where id in (select value from json_each(?))',
    JSON.stringify(items.map(({ item }) => item.id)),
  )
  const same = world.sql<{ same: string }>(
    'select distinct same from item where same in (select value from json_each(?))',
    JSON.stringify(items.map((each) => each.same)),
  )
  return { ids: new Set(ids.map(({ id }) => id)), same: new Set(same.map((row) => row.same)) }
}

/** Stores what is new, oldest first, each under the next number. */
export function insertItems(world: SourceWorld, after: number, fresh: readonly NewItem[], now: number): number {
  let number = after
  for (const { item, same } of fresh) {
    const doc = JSON.stringify(item)
    world.sql(
      'insert into item (number, id, same, seen_at, doc, bytes) values (?, ?, ?, ?, ?, ?)',
      ++number,
      item.id,
      same,
      now,
      doc,
      doc.length,
    )
  }
  return number
}

/** Keeps items known that are still there, under whatever id. */
export function refreshItems(world: SourceWorld, present: readonly NewItem[], now: number): void {
  world.sql(
    `update item set seen_at = ? where seen_at < ? and
     (id in (select value from json_each(?)) or same in (select value from json_each(?)))`,
    now,
    now - MARK_AGAIN_AFTER,
    JSON.stringify(present.map(({ item }) => item.id)),
    JSON.stringify(present.map(({ same }) => same)),
  )
}

/** Forgets old contents, then old ids. Returns the newest number whose contents are gone. */
export function pruneItems(world: SourceWorld, now: number): number {
  world.sql(
    `update item set doc = null, bytes = 0 where doc is not null and number <= (
       select coalesce(max(number), 0) from (
         select number, row_number() over (order by number desc) as nth, sum(bytes) over (order by number desc) as size
         from item where doc is not null)
       where nth > ? or size > ?)`,
    MOST_KEPT,
    MOST_BYTES,
  )
  world.sql(
    `delete from item where doc is null and (seen_at < ? or number <= (
       select coalesce(max(number), 0) from (select number from item order by number desc limit -1 offset ?)))`,
    now - KNOWN_FOR,
    MOST_KNOWN,
  )
  const [row] = world.sql<{ first: number | null }>('select min(number) as first from item where doc is not null')
  return (row?.first ?? 1) - 1
}

/** All kept items after this number, newest first. */
export function keptAfter(world: SourceWorld, number: number): { number: number; item: TriggerItem }[] {
  const rows = world.sql<{ number: number; doc: string }>(
    'select number, doc from item where number > ? and doc is not null order by number desc',
    number,
  )
  return rows.map((row) => ({ number: row.number, item: JSON.parse(row.doc) }))
}

/** Reads the items that one tell carries after this number, oldest first, and up to which number it goes. */
export function itemsToTell(
  world: SourceWorld,
  after: number,
  newest: number,
): { items: TriggerItem[]; number: number } {
  const rows = world.sql<{ number: number; doc: string; bytes: number }>(
    'select number, doc, bytes from item where number > ? and doc is not null order by number limit ?',
    after,
    TOLD_AT_ONCE + 1,
  )
  const items: TriggerItem[] = []
  let bytes = 0
  for (const row of rows) {
    if (items.length === TOLD_AT_ONCE || (items.length > 0 && bytes + row.bytes > TOLD_BYTES))
      return { items, number: row.number - 1 }
    items.push(JSON.parse(row.doc))
    bytes += row.bytes
  }
  return { items, number: newest }
}
