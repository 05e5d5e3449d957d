import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { connect } from '../system/d1/client.ts'
import { notNullViolation } from './constraints/not-null-violation.ts'
import { uniqueViolation } from './constraints/unique-violation.ts'
import { prices } from './schema/billing.ts'

// Runs in workerd and over SQLite in Node, so that what other tests run over cannot drift from D1.

const pro = {
  id: 'a',
  plan_id: 'pro',
  tier: 'pro' as const,
  product_id: 'prod',
  amount: 999,
  interval: 'month' as const,
}
const db = connect(env.DB)
const ids = async () => (await db.select({ id: prices.id }).from(prices)).map(({ id }) => id)

const failure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  )

beforeEach(emptyDatabase)

test('reads back what it wrote, with defaults and booleans', async () => {
  await db.insert(prices).values(pro)
  expect(await db.select().from(prices)).toMatchObject([{ ...pro, active: true, archived: false, currency: 'usd' }])
})

test('a batch is applied in order, whole or not at all', async () => {
  const year = { ...pro, id: 'b', interval: 'year' as const, amount: 9999 }
  const [, rows] = await db.batch([db.insert(prices).values(pro), db.select({ id: prices.id }).from(prices)])
  expect(rows).toEqual([{ id: 'a' }])
  await expect(db.batch([db.insert(prices).values(year), db.insert(prices).values(year)])).rejects.toThrow()
  expect(await ids()).toEqual(['a'])
})

test('a conditional update returns the rows that it changed', async () => {
  await db.insert(prices).values(pro)
  const change = () =>
    db.update(prices).set({ active: false }).where(eq(prices.active, true)).returning({ id: prices.id })
  expect([await change(), await change()]).toEqual([[{ id: 'a' }], []])
})

test('counts what a statement changed, and names the last row', async () => {
  const insert = env.DB.prepare('insert into search_marks (applet_id, wanted) values (?, 1), (?, 1)').bind(7, 8)
  const { meta } = await insert.run()
  expect([meta.changes, meta.last_row_id]).toEqual([2, 8])
  const none = await env.DB.prepare('update search_marks set wanted = 2 where applet_id = 9').run()
  expect(none.meta.changes).toBe(0)
})

test('names what a violation is about', async () => {
  await db.insert(prices).values(pro)
  const again = { ...pro, plan_id: 'other' }
  expect(uniqueViolation(await failure(db.insert(prices).values(again)))).toBe('prices.id')
  const nameless = db.insert(prices).values({ ...pro, id: 'b', product_id: sql`null` })
  expect(notNullViolation(await failure(nameless))).toBe('prices.product_id')
  await expect(db.insert(prices).values({ ...pro, id: 'b', audience: 'student' })).rejects.toThrow()
})

test('a foreign key refuses a row without its parent', async () => {
  const orphan = env.DB.prepare("insert into enablements (id, user_id, applet_id) values ('e', 'nobody', 1)")
  await expect(orphan.run()).rejects.toThrow()
})

test('takes 100 values, and no more', async () => {
  const select = (count: number) =>
    env.DB.prepare(`select ${Array.from({ length: count }, () => '?').join(' + ')} as sum`)
  const values = (count: number) => Array.from({ length: count }, () => 1)
  expect(
    await select(100)
      .bind(...values(100))
      .first('sum'),
  ).toBe(100)
  const tooMany = async () =>
    select(101)
      .bind(...values(101))
      .first()
  await expect(tooMany()).rejects.toThrow()
})

test('the last column wins where two have the same name', async () => {
  const { results } = await env.DB.prepare('select 1 as a, 2 as a').all()
  expect(results).toEqual([{ a: 2 }])
  expect(await env.DB.prepare('select 1 as a, 2 as a').raw()).toEqual([[1, 2]])
})
