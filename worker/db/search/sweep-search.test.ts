import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anAppletFixture, aPlainApplet, at, textOf } from '../../applets/testing/stored-applet.fixture.ts'
import { publishApplet } from '../../applets/publish/publish-applet.ts'
import { updateApplet } from '../../applets/publish/update-applet.ts'
import { deleteApplet } from '../../applets/publish/delete-applet.ts'
import { restoreApplet } from '../../applets/publish/restore-applet.ts'
import { applets } from '../schema/applets.ts'
import { search_marks, search_rebuild } from '../schema/search.ts'
import type { Job } from '../../contract/jobs/jobs.ts'
import { consumeJobs } from '../../operations/jobs/queue-consumer.ts'
import { runCron } from '../../operations/jobs/cron.ts'
import { completeIndex } from './complete-index.fixture.ts'
import { findInIndex } from './find-in-index.ts'
import { expectedContents, indexContents } from './index-contents.fixture.ts'
import { matchOf } from './search-words.ts'
import { START_REBUILD } from './start-rebuild.ts'
import { sweepSearch } from './sweep-search.ts'

const NOTHING = { texts: '', steps: '' }

async function anIndex() {
  const world = await anAppletFixture({ settings: { PUBLISH_DELAY_HOURS: 0 } })
  const author = await world.base.as(world.author)
  const applet = await aPlainApplet(world, { name: 'Fern', published_at: null, description: '' })
  await completeIndex(world.base)
  const found = async (word: string) =>
    (await findInIndex(world.base, matchOf(word) ?? NOTHING, { services: 9, steps: 9, applets: 9 })).applets
  /** Delivers what was queued since. */
  const deliver = async () => {
    await author.settled()
    const queued = author.jobs.splice(0)
    const messages = queued.map((body) => ({ id: body.id, timestamp: new Date(), attempts: 1, body }))
    const batch = createMessageBatch<Job>('switchyard-jobs', messages)
    await consumeJobs(batch, env, world.base)
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect(retryMessages).toEqual([])
    return queued.map(({ kind }) => kind)
  }
  return { ...world, author, applet, found, deliver }
}

test('the queue tells the index of each change by an author', async () => {
  const { author, applet, found, deliver } = await anIndex()
  await publishApplet(author, at(applet), textOf(applet))
  expect(await found('fern')).toEqual([])
  expect(await deliver()).toEqual(['search_index'])
  expect(await found('fern')).toEqual([applet.id])
  await updateApplet(author, { applet_id: String(applet.id), name: 'Moss' })
  expect(await deliver()).toEqual(['search_index'])
  expect([await found('fern'), await found('moss')]).toEqual([[], [applet.id]])
  await deleteApplet(author, at(applet))
  expect(await deliver()).toEqual(['search_index'])
  expect(await found('moss')).toEqual([])
  await restoreApplet(author, at(applet))
  expect(await deliver()).toEqual(['search_index'])
  expect(await found('moss')).toEqual([applet.id])
})

test("the minute's cron trigger makes up for a queue that fails", async () => {
  const { author, applet, base, found } = await anIndex()
  const queue = { send: () => Promise.reject(new Error('The queue is down.')) }
  await publishApplet({ ...author, queue }, at(applet), textOf(applet))
  await author.settled()
  expect(await found('fern')).toEqual([])
  await runCron(base, '* * * * *')
  expect(await found('fern')).toEqual([applet.id])
})

test('without an index, publishing works, and a later sweep catches up', async () => {
  const { author, applet, base } = await anIndex()
  const published = await publishApplet({ ...author, search: null }, at(applet), textOf(applet))
  expect(published.published).toBe(true)
  expect(await sweepSearch({ ...base, search: null })).toBe(false)
  // Not an index: its tables are missing.
  await expect(sweepSearch({ ...base, search: env.DB })).rejects.toThrow('applet_docs')
  await sweepSearch(base)
  expect(await indexContents()).toEqual(await expectedContents(base.db))
})

test('a rebuild repairs an index that lost or kept too much', async () => {
  const { base, applet, author, found } = await anIndex()
  await publishApplet(author, at(applet), textOf(applet))
  await completeIndex(base)
  const place = 'select place from applet_places where place is not null'
  await env.SEARCH.batch([
    env.SEARCH.prepare(`delete from applet_words where rowid in (${place})`),
    env.SEARCH.prepare(
      `insert into applet_words (rowid, name, description, steps) values (190 * 4294967296 + 700, 'gone', '', '')`,
    ),
    env.SEARCH.prepare(
      'insert into applet_places (applet_id, version, place) values (700, 9e14, 190 * 4294967296 + 700)',
    ),
    env.SEARCH.prepare('delete from service_words'),
  ])
  expect([await found('fern'), await found('gone')]).toEqual([[], [700]])
  // An older D1 is restored: its marks are older than what the index has.
  await base.db.update(search_marks).set({ wanted: 1, applied: 1 })
  await env.SEARCH.prepare('update applet_places set version = ? where applet_id = 700').bind(Date.now()).run()
  await base.db.run(sql.raw(START_REBUILD))
  await completeIndex(base)
  expect(await indexContents()).toEqual(await expectedContents(base.db))
  expect(await base.db.select().from(search_rebuild)).toMatchObject([{ after: null, services_changed: false }])
})

test('a rebuild goes over thousands of Applets in portions', async () => {
  const { base, author, user } = await anIndex()
  await base.db.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    insert into applets (name, brand_color, author_id, published_at, created_at, updated_at)
    select 'Applet ' || i, '#225588', ${user.id}, iif(i % 3, 1, null), 1, 1 from n`)
  await base.db.delete(search_marks)
  await base.db.run(sql.raw(START_REBUILD))
  expect([await sweepSearch(author), await sweepSearch(author)]).toEqual([true, false])
  expect(await indexContents()).toEqual(await expectedContents(base.db))
  const [row] = await base.db.select({ count: sql<number>`count(*)` }).from(search_marks)
  expect(row?.count).toBe(2500 - 833)
  await base.db.delete(applets).where(eq(applets.name, 'Applet 1'))
  await sweepSearch(author)
  expect(await indexContents()).toEqual(await expectedContents(base.db))
})
