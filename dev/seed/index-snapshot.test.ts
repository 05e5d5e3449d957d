import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { doubleAddresses } from '../stand-ins/doubles/double-routes.ts'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { fillIndex } from './fill-index.ts'
import { takeIndexSnapshot } from './index-snapshot.ts'
import { seed } from './seed.ts'

const databases = { DB: sqliteD1(), SEARCH: sqliteD1('migrations-search') }
const { DB, SEARCH } = databases

let restore: () => Promise<void>
beforeAll(async () => {
  await seed(DB, { addresses: doubleAddresses('http://localhost:8789'), now: Date.UTC(2026, 2, 1) })
  await fillIndex(databases)
  await DB.exec('create table seeded_marks as select * from search_marks')
  await DB.exec('create table seeded_rebuild as select * from search_rebuild')
  restore = await takeIndexSnapshot(databases)
})

/** The index learns this change of D1, whose rows are then as they were seeded. */
async function learnAndTakeBack(change: string, back: string): Promise<void> {
  await nextVersion()
  await DB.exec(change)
  await fillIndex(databases)
  expect(await withQuagga()).not.toEqual([])
  await DB.exec(`${back}; insert or replace into search_marks select * from seeded_marks;
    insert or replace into search_rebuild select * from seeded_rebuild`)
  await nextVersion()
}

/** Versions are times in ms. */
const nextVersion = () => setTimeout(2)

/** The rows of the index with a word that the demo lacks. */
async function withQuagga() {
  const rows = async (table: string) =>
    (await SEARCH.prepare(`select rowid from ${table} where ${table} match 'quagga'`).all()).results
  return [...(await rows('applet_words')), ...(await rows('service_words'))]
}

const versions = async () =>
  (await SEARCH.prepare('select applet_id, version from applet_places').all<{ applet_id: number; version: number }>())
    .results

/** The Applets that were written. */
async function written(work: () => Promise<void>): Promise<number[]> {
  const before = new Map((await versions()).map(({ applet_id, version }) => [applet_id, version]))
  await work()
  return (await versions())
    .filter(({ applet_id, version }) => before.get(applet_id) !== version)
    .map((row) => row.applet_id)
}

beforeEach(async () => {
  // What a test before has learned counts no more.
  await restore()
  expect(await written(restore)).toEqual([])
})

test.each([1, 2])('only Applet %i is written again once only it has changed', async (id) => {
  const name = (await DB.prepare('select name from applets where id = ?').bind(id).first<string>('name')) ?? ''
  const rename = (to: string) => `update applets set name = '${to}' where id = ${id}`
  await learnAndTakeBack(rename('Quagga'), rename(name))
  expect(await written(restore)).toEqual([id])
  expect(await withQuagga()).toEqual([])
})

test('an Applet that D1 has no more leaves', async () => {
  await nextVersion()
  await SEARCH.exec(`insert into applet_docs values (999, ${Date.now()}, 999, 'Quagga', '', '')`)
  expect(await withQuagga()).not.toEqual([])
  await restore()
  expect(await withQuagga()).toEqual([])
})

test('a service is called again as D1 calls it', async () => {
  const name = (await DB.prepare("select name from services where module_name = 'github'").first<string>('name')) ?? ''
  const rename = (to: string) => `update services set name = '${to}' where module_name = 'github'`
  await learnAndTakeBack(rename('Quagga'), rename(name))
  await restore()
  expect(await withQuagga()).toEqual([])
})
