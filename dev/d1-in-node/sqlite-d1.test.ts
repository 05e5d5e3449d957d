import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prices } from '../../worker/db/schema/billing.ts'
import { connect } from '../../worker/db/client.ts'
import { sqliteD1 } from './sqlite-d1.ts'

const pro = {
  id: 'a',
  plan_id: 'pro',
  tier: 'pro' as const,
  product_id: 'prod',
  amount: 999,
  interval: 'month' as const,
}

test('reads back what it wrote, with the migrated schema', async () => {
  const db = connect(sqliteD1())
  await db.insert(prices).values(pro)
  expect(await db.select().from(prices)).toMatchObject([{ ...pro, active: true, currency: 'usd' }])
  await expect(db.insert(prices).values({ ...pro, id: 'b', amount: 1 })).rejects.toThrow()
})

test('applies a batch whole or not at all', async () => {
  const db = connect(sqliteD1())
  const year = { ...pro, id: 'b', interval: 'year' as const, amount: 9999 }
  const [, rows] = await db.batch([db.insert(prices).values(pro), db.select({ id: prices.id }).from(prices)])
  expect(rows).toEqual([{ id: 'a' }])
  const twice = db.batch([db.insert(prices).values(year), db.insert(prices).values(year)])
  await expect(twice).rejects.toThrow()
  expect(await db.select({ id: prices.id }).from(prices)).toEqual([{ id: 'a' }])
})

test('returns the rows that a conditional update changed', async () => {
  const db = connect(sqliteD1())
  await db.insert(prices).values(pro)
  const change = () =>
    db.update(prices).set({ active: false }).where(eq(prices.active, true)).returning({ id: prices.id })
  expect(await change()).toEqual([{ id: 'a' }])
  expect(await change()).toEqual([])
})
