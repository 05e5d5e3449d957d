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

test('what is written is read back, with the schema of the migrations', async () => {
  const db = connect(sqliteD1())
  await db.insert(prices).values(pro)
  expect(await db.select().from(prices)).toMatchObject([{ ...pro, active: true, currency: 'usd' }])
  await expect(db.insert(prices).values({ ...pro, id: 'b', amount: 1 })).rejects.toThrow()
})

test('a batch is all or nothing, and answers each of its queries', async () => {
  const db = connect(sqliteD1())
  const year = { ...pro, id: 'b', interval: 'year' as const, amount: 9999 }
  const [, rows] = await db.batch([db.insert(prices).values(pro), db.select({ id: prices.id }).from(prices)])
  expect(rows).toEqual([{ id: 'a' }])
  const twice = db.batch([db.insert(prices).values(year), db.insert(prices).values(year)])
  await expect(twice).rejects.toThrow()
  expect(await db.select({ id: prices.id }).from(prices)).toEqual([{ id: 'a' }])
})

test('a conditional update says which rows it changed', async () => {
  const db = connect(sqliteD1())
  await db.insert(prices).values(pro)
  const change = () =>
    db.update(prices).set({ active: false }).where(eq(prices.active, true)).returning({ id: prices.id })
  expect(await change()).toEqual([{ id: 'a' }])
  expect(await change()).toEqual([])
})
