import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../worker/contract/shared/durations.ts'
import { sqliteD1 } from '../../test/d1-in-node/sqlite-d1.ts'
import { rehearsable, wouldDoMore, writeDown, type Changes } from './rehearse.ts'

const NOON = Date.UTC(2026, 10, 22, 12)

/** A trigger that notes when it has read this row. */
async function aReader() {
  const database = sqliteD1()
  await database.exec(
    "create table letters (id text, read_at integer); insert into letters (id) values ('a'), ('b'), ('c')",
  )
  const { DB } = rehearsable({ DB: database, SEARCH: database, CACHE: {} as never }, async () => 0)
  const reads = (id: string, at: number) => () =>
    DB.prepare('update letters set read_at = ?1 where id = ?2').bind(at, id).run()
  const run = (id: string, at: number, before: Changes) => writeDown(at, before, (defer) => defer(reads(id, at)()))
  const isNew = (id: string, at: number, before: Changes) => wouldDoMore(at, before, (defer) => defer(reads(id, at)()))
  return { run, isNew, times: () => database.prepare('select read_at from letters').raw() }
}

test('rows that a trigger takes in turn are nothing new', async () => {
  const { run, isNew, times } = await aReader()
  const before = await run('b', NOON + 15 * MINUTE, await run('a', NOON, []))
  expect(await isNew('a', NOON + HOUR, before)).toBe(false)
  expect(await isNew('b', NOON + HOUR, before)).toBe(false)
  expect(await isNew('c', NOON + HOUR, before)).toBe(true)
  expect(await times()).toEqual([[NOON], [NOON + 15 * MINUTE], [null]])
})

test('a change that was last made hours ago is new', async () => {
  const { run, isNew } = await aReader()
  const before = await run('b', NOON + 3 * HOUR, await run('a', NOON, []))
  expect(await isNew('a', NOON + 4 * HOUR, before)).toBe(true)
})
