import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applet_steps, applets } from '../schema/applets.ts'
import { service_steps, services } from '../schema/connections.ts'
import { search_marks, search_rebuild } from '../schema/search.ts'
import { aPlainApplet, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'

/** SQL triggers say what the search index has to learn. */

async function anAppletInTheIndex(given: { published_at?: null } = {}) {
  const world = await anAppletFixture()
  const { db } = world
  const applet = await aPlainApplet(world, given)
  const wanted = async () =>
    (await db.select().from(search_marks).where(eq(search_marks.applet_id, applet.id)).get())?.wanted ?? 0
  /** Whether the write raised `wanted`. */
  const raises = async (write: () => PromiseLike<unknown>) => {
    const before = await wanted()
    await write()
    return (await wanted()) > before
  }
  const change = (set: Partial<typeof applets.$inferInsert>) =>
    raises(() => db.update(applets).set(set).where(eq(applets.id, applet.id)))
  return { ...world, applet, wanted, raises, change }
}

test('changes of what people search by mark a published Applet', async () => {
  const { db, applet, raises, change, steps } = await anAppletInTheIndex()
  expect(await change({ name: 'Fern' })).toBe(true)
  expect(await change({ name: 'Fern' })).toBe(false)
  expect(await change({ description: 'Water' })).toBe(true)
  expect(await change({ archived_at: 1 })).toBe(true)
  expect(await change({ published_at: null })).toBe(true)
  expect(await change({ published_at: 1 })).toBe(true)
  expect(await change({ filter_code: 'skip()', run_count: 5, updated_at: 7 })).toBe(false)
  const ofApplet = eq(applet_steps.applet_id, applet.id)
  expect(
    await raises(() =>
      db
        .update(applet_steps)
        .set({ fields: { a: 'b' } })
        .where(ofApplet),
    ),
  ).toBe(false)
  const second = and(ofApplet, eq(applet_steps.position, 1))
  expect(await raises(() => db.update(applet_steps).set({ step_id: steps.row.id }).where(second))).toBe(true)
  expect(await raises(() => db.delete(applet_steps).where(ofApplet))).toBe(true)
  expect(await raises(() => db.delete(applets).where(eq(applets.id, applet.id)))).toBe(true)
})

test('a draft has no mark until it is published', async () => {
  const { wanted, change } = await anAppletInTheIndex({ published_at: null })
  expect(await wanted()).toBe(0)
  expect(await change({ name: 'Fern', enabled_count: 70 })).toBe(false)
  expect(await change({ published_at: 1 })).toBe(true)
})

test('few of many enables mark an Applet', async () => {
  const { change } = await anAppletInTheIndex()
  const marking: number[] = []
  for (const enabled_count of [1, 2, 10, 11, 19, 20, 29, 30, 99, 100, 101, 199, 200, 199])
    if (await change({ enabled_count })) marking.push(enabled_count)
  expect(marking).toEqual([1, 2, 10, 20, 30, 99, 100, 200, 199])
})

test('a renamed service or step starts a rebuild, other changes do not', async () => {
  const { db } = await anAppletInTheIndex()
  const after = async (set: Partial<typeof services.$inferInsert>) => {
    await db.update(search_rebuild).set({ services_changed: false, after: null })
    await db.update(services).set(set).where(eq(services.module_name, 'google_sheets'))
    const [row] = await db.select().from(search_rebuild)
    return { services: row?.services_changed, applets: row?.after === 0 }
  }
  expect(await after({ name: 'Sheets' })).toEqual({ services: true, applets: true })
  expect(await after({ name: 'Sheets', brand_color: '#111111' })).toEqual({ services: false, applets: false })
  for (const set of [{ description: 'New' }, { popularity: 70 }, { published: false }])
    expect(await after(set)).toEqual({ services: true, applets: false })
  await db.update(search_rebuild).set({ services_changed: false, after: null })
  await db.update(service_steps).set({ name: 'New row' }).where(eq(service_steps.id, 'google_sheets/actions/add_row'))
  expect(await db.select().from(search_rebuild)).toMatchObject([{ services_changed: true, after: 0 }])
})
