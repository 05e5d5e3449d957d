import type { StoredEntry } from '../../../system/runner-api/runner-api.ts'
import type { StoredValue } from '../../steps/service-steps.ts'
import { readMeta, writeMeta } from '../store/tables.ts'
import type { Clock, Tables } from '../world/world.ts'

/** `bytes`: of names and texts. */
export type StoreSize = { entries: number; bytes: number }

const encoder = new TextEncoder()

/** The name as the first entry of it was spelled, because Latin letters differ by case alone for nobody. */
export function spellingOf(world: Tables, name: string): string {
  const [known] = world.sql<{ name: string }>(
    'select name from store_entry where name = ? collate nocase order by name = ? desc, id limit 1',
    name,
    name,
  )
  return known?.name ?? name
}

export function readValue(world: Tables, name: string): StoredValue | null {
  const [row] = world.sql<StoredValue>("select value, at from store_entry where name = ? and kind = 'value'", name)
  return row ?? null
}

/** Newest first. */
export function listItems(world: Tables, name: string, limit: number): StoredValue[] {
  const items = "select value, at from store_entry where name = ? and kind = 'item' order by id desc limit ?"
  return world.sql<StoredValue>(items, name, limit)
}

export function setValue(world: Tables & Clock, name: string, value: string): void {
  const before = readValue(world, name)
  world.sql(
    `insert into store_entry (name, kind, value, at) values (?, 'value', ?, ?)
     on conflict (name) where kind = 'value' do update set value = excluded.value, at = excluded.at`,
    name,
    value,
    world.now(),
  )
  grow(world, before ? { entries: 0, bytes: bytesOf(value) - bytesOf(before.value) } : sizeOfEntry(name, value))
}

export function addItem(world: Tables & Clock, name: string, value: string): void {
  world.sql("insert into store_entry (name, kind, value, at) values (?, 'item', ?, ?)", name, value, world.now())
  grow(world, sizeOfEntry(name, value))
}

/** The value of this name, or its whole list. */
export function removeEntries(world: Tables, name: string): void {
  for (const kind of ['value', 'item']) {
    const gone = world.sql<{ value: string }>(
      `delete from store_entry where name = ? and kind = '${kind}' returning value`,
      name,
    )
    const bytes = gone.reduce((total, { value }) => total + sizeOfEntry(name, value).bytes, 0)
    if (gone.length > 0) grow(world, { entries: -gone.length, bytes: -bytes })
  }
}

/** A page of all entries, in the order in which they were made. `after`: the id of the page before. */
export function exportEntries(world: Tables, after: number, limit: number): StoredEntry[] {
  const page = 'select id, name, kind, value, at from store_entry where id > ? order by id limit ?'
  return world.sql<StoredEntry>(page, after, limit)
}

/** Kept beside the entries: summing them would read them all for each change. */
export function sizeOf(world: Tables): StoreSize {
  return JSON.parse(readMeta(world, 'store_size') ?? '{"entries":0,"bytes":0}')
}

function grow(world: Tables, by: StoreSize): void {
  const { entries, bytes } = sizeOf(world)
  writeMeta(world, 'store_size', JSON.stringify({ entries: entries + by.entries, bytes: bytes + by.bytes }))
}

function sizeOfEntry(name: string, value: string): StoreSize {
  return { entries: 1, bytes: bytesOf(name) + bytesOf(value) }
}

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
