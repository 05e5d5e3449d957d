import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { AUTHOR_PAGE_SIZE } from '../../contract/applets/author.ts'
import { call } from '../../testing/call-api.ts'
import { anEnablement, aUser } from '../../testing/rows.ts'
import { roundTrips, rowsRead } from '../../testing/round-trips.ts'
import { aPlainApplet, anAppletFixture, anAppletWithServices } from '../testing/stored-applet.fixture.ts'
import { readAuthor } from './read-author.ts'

test("lists an author's published Applets, most used first", async () => {
  const world = await anAppletFixture()
  const few = await aPlainApplet(world, { enabled_count: 1 })
  const many = await anAppletWithServices(world, { enabled_count: 9 })
  await aPlainApplet({ ...world, author: world.user }, { enabled_count: 5 })
  await aPlainApplet(world, { published_at: null, enabled_count: 99 })
  await aPlainApplet(world, { archived_at: 1, enabled_count: 99 })
  const { author, applets, next } = await readAuthor(world.base, 'mira')
  expect(author).toEqual({ login: 'mira' })
  expect(applets.map(({ id }) => id)).toEqual([many.id, few.id])
  expect(applets[0]).toMatchObject({ author: 'mira', services: [{ module_name: 'github' }, { name: 'Google Sheets' }] })
  expect(next).toBeNull()
})

test('finds neither unknown users nor users who published nothing', async () => {
  const world = await anAppletFixture()
  await aPlainApplet({ ...world, author: world.user }, { published_at: null })
  await aPlainApplet({ ...world, author: world.user }, { archived_at: 1 })
  await anEnablement(world.db, world.user, await aPlainApplet(world))
  const missing = []
  for (const login of ['frida', 'no-such-user', '', '%', "' or 1 --"])
    missing.push(await readAuthor(world.base, login).catch(({ code }: { code: string }) => code))
  expect(missing).toEqual(Array.from({ length: 5 }, () => 'not_found'))
})

test('finds an author whatever the case, and names them as written', async () => {
  const world = await anAppletFixture()
  const author = await aUser(world.db, { login: 'Mira-Lind' })
  await aPlainApplet({ ...world, author })
  expect((await readAuthor(world.base, 'mira-LIND')).author).toEqual({ login: 'Mira-Lind' })
})

test('each page continues after the last, also among equals', async () => {
  const world = await anAppletFixture()
  const made: number[] = []
  for (let n = 0; n < AUTHOR_PAGE_SIZE * 2 + 1; n += 1)
    made.push((await aPlainApplet(world, { enabled_count: n < 3 ? 10 - n : 5 })).id)
  const pages: number[][] = []
  for (let after: string | undefined; pages.length === 0 || after;) {
    const { applets, next } = await readAuthor(world.base, 'mira', after)
    pages.push(applets.map(({ id }) => id))
    after = next ?? undefined
  }
  expect(pages.map(({ length }) => length)).toEqual([AUTHOR_PAGE_SIZE, AUTHOR_PAGE_SIZE, 1])
  expect(pages.flat()).toEqual(made)
})

test('reads the index of one author, whatever others have', async () => {
  const world = await anAppletFixture()
  for (let n = 0; n < 5; n += 1) await aPlainApplet(world, { enabled_count: n })
  const read = (after?: string) => rowsRead(world.base, (ctx) => readAuthor(ctx, 'mira', after))
  const [first, second] = [await read(), await read('2.0')]
  expect(second).toBeLessThan(first)
  for (let n = 0; n < 10; n += 1) {
    await aPlainApplet({ ...world, author: world.user }, { enabled_count: n })
    await aPlainApplet(world, { published_at: null, enabled_count: n })
  }
  // SQLite may look one row past a range.
  expect(await read()).toBeLessThan(first + 5)
  expect(await read('2.0')).toBeLessThan(second + 5)
  expect(await roundTrips(world.base, (ctx) => readAuthor(ctx, 'mira', '2.0'))).toBe(1)
})

test("an author's page comes in the index's order", async () => {
  await anAppletFixture()
  const plan = await env.DB.prepare(
    `explain query plan select id from applets where author_id = (select id from users where login collate nocase = 'x')
       and (published_at is not null and archived_at is null) and enabled_count <= 5
       and (enabled_count < 5 or enabled_count = 5 and id > 3) order by enabled_count desc, id limit 25`,
  ).all<{ detail: string }>()
  expect(plan.results.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN|TEMP B-TREE/)
})

test('a call with a broken cursor is refused', async () => {
  await anAppletFixture()
  expect((await call('GET', '/api/authors/mira?after=x')).status).toBe(422)
  expect((await call('GET', '/api/authors/nobody')).status).toBe(404)
})
