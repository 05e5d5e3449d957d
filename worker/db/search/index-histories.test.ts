/** @module-tag long */
import { env } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applet_steps, applets } from '../schema/applets.ts'
import { service_steps, services } from '../schema/connections.ts'
import { anApplet, aStep, aUser, someServices } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { databaseLike } from '../../testing/round-trips.ts'
import { completeIndex } from './complete-index.fixture.ts'
import { indexApplets } from './index-applets.ts'
import { expectedContents, indexContents } from './index-contents.fixture.ts'
import { START_REBUILD } from './start-rebuild.ts'
import { sweepOnce } from './sweep-search.ts'

const RUNS = Number(env['HISTORIES'] ?? 100) / Number(env['ONE_IN'])
const WORDS = ['fern', 'water', 'café automation', 'star star', 'rain 2']

/** This index, where each write waits for `moment`. */
function whoseWritesWait(search: D1Database, moment: Promise<void>): D1Database {
  const prepare = (query: string) => {
    const statement = search.prepare(query)
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values)
      return { first: (column: string) => bound.first(column), run: async () => (await moment, bound.run()) }
    }
    return { bind }
  }
  return databaseLike({ prepare })
}

type Step = { kind: string; which: number; word: number; count: number }

/** Jobs that have read D1 wait before they write the index, until the history lets them or loses them. */
async function aHistory() {
  const { db } = await testCtx()
  const author = await aUser(db)
  await someServices(db, [
    { module_name: 'github', popularity: 5 },
    { module_name: 'google_sheets', popularity: 9 },
  ])
  const used = [await aStep(db, 'github', 'trigger', 'starred'), await aStep(db, 'google_sheets', 'action', 'row')]
  const ids: number[] = []
  const waiting: { write: () => void; lose: () => void; ended: Promise<unknown> }[] = []
  /** Its writes of the index wait. */
  const start = (work: (search: D1Database) => Promise<unknown>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A job with nothing to write never waits for it.
    promise.catch(() => null)
    const ended = work(whoseWritesWait(env.SEARCH, promise)).catch(() => null)
    waiting.push({ write: resolve, lose: () => reject(new Error('The index cannot be reached.')), ended })
  }
  const end = async (at: number, how: 'write' | 'lose') => {
    const [job] = waiting.splice(at % Math.max(1, waiting.length), 1)
    job?.[how]()
    await job?.ended
  }
  const change = async (id: number, set: Partial<typeof applets.$inferInsert>) =>
    void (await db.update(applets).set(set).where(eq(applets.id, id)))
  const take = async ({ kind, which, word, count }: Step) => {
    const id = ids[which % Math.max(1, ids.length)]
    const text = WORDS[word % WORDS.length] ?? ''
    const step = used[count % used.length]
    if (kind === 'make') {
      const published_at = count % 3 ? 1 : null
      const made = await anApplet(db, author, step ? [{ step }] : [], {
        name: text,
        published_at,
        enabled_count: count,
      })
      ids.push(made.id)
    }
    if (kind === 'rename_service')
      await db.update(services).set({ name: text }).where(eq(services.module_name, 'google_sheets'))
    if (kind === 'hide_service') await db.update(services).set({ published: count % 2 === 0, popularity: count })
    if (kind === 'rename_step')
      await db
        .update(service_steps)
        .set({ name: text })
        .where(eq(service_steps.id, step?.id ?? ''))
    if (kind === 'rebuild') await db.run(sql.raw(START_REBUILD))
    if (kind === 'sweep') start((search) => sweepOnce({ db, search }))
    if (kind === 'write') await end(which, 'write')
    if (kind === 'lose') await end(which, 'lose')
    if (id === undefined) return
    if (kind === 'rename') await change(id, { name: text })
    if (kind === 'describe') await change(id, { description: text })
    if (kind === 'publish') await change(id, { published_at: 1 })
    if (kind === 'unpublish') await change(id, { published_at: null })
    if (kind === 'wait') await change(id, { unlisted_until: count % 2 ? 1 : null })
    if (kind === 'take_down') await change(id, { taken_down: count % 2 ? 'applet' : null })
    if (kind === 'archive') await change(id, { archived_at: count % 2 ? 1 : null })
    if (kind === 'use') await change(id, { enabled_count: count })
    if (kind === 'delete') await db.delete(applets).where(eq(applets.id, id))
    if (kind === 'drop_step')
      await db.delete(applet_steps).where(and(eq(applet_steps.applet_id, id), sql`position = 0`))
    if (kind === 'job') start((search) => indexApplets({ db, search }, [id]))
  }
  return { db, take, end, waiting }
}

const KINDS = `make make make rename rename describe publish unpublish archive wait take_down use delete drop_step
  rename_service hide_service rename_step rebuild sweep sweep sweep job job job job write write write lose`.split(/\s+/)
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    which: fc.nat(50),
    word: fc.nat(WORDS.length - 1),
    count: fc.oneof(fc.nat(12), fc.nat(100_000)),
  }),
  { minLength: 5, maxLength: 40 },
)

test('after any history and a sweep, the index equals D1', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (history, lateWrites) => {
      const { db, take, end, waiting } = await aHistory()
      for (const step of history) await take(step)
      const finish = async () => {
        while (waiting.length > 0) await end(waiting.length - 1, 'write')
      }
      if (!lateWrites) await finish()
      await completeIndex({ db, search: env.SEARCH })
      // Jobs that read long ago change nothing.
      await finish()
      expect(await indexContents()).toEqual(await expectedContents(db))
    }),
    { numRuns: RUNS },
  )
}, 600_000)
