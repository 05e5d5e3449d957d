import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aUser } from '../testing/rows.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { endLease, takeLease } from './lease.ts'
import { credit_reviews } from './schema/credit.ts'

const LEASE = 1000
const isIt = eq(credit_reviews.id, 'sub_1')

async function aReview() {
  const ctx = await testCtx()
  const { id: user_id } = await aUser(ctx.db)
  const at = ctx.now()
  await ctx.db
    .insert(credit_reviews)
    .values({ id: 'sub_1', user_id, customer: 'cus_1', created_at: at, updated_at: at })
  const take = () => takeLease(ctx, credit_reviews, 'leased_until', { ms: LEASE, where: isIt })
  const end = (row: { id: string; leased_until: number } | null) =>
    row && endLease(ctx, credit_reviews, 'leased_until', row, { leased_until: 0 })
  return { ctx, take, end }
}

test('of two at once, one gets the lease', async () => {
  const { ctx, take } = await aReview()
  const taken = await Promise.all([take(), take()])
  expect(taken.filter((row) => row !== null)).toMatchObject([{ id: 'sub_1', leased_until: ctx.now() + LEASE }])
})

test('a live lease is not taken, a dead one is', async () => {
  const { ctx, take } = await aReview()
  await take()
  ctx.advance(LEASE - 1)
  expect(await take()).toBeNull()
  ctx.advance(1)
  expect(await take()).toMatchObject({ id: 'sub_1' })
})

test('a lease that is given back is free at once', async () => {
  const { take, end } = await aReview()
  await end(await take())
  expect(await take()).not.toBeNull()
})

test("who lost a lease does not give back another's", async () => {
  const { ctx, take, end } = await aReview()
  const lost = await take()
  ctx.advance(LEASE)
  await take()
  await end(lost)
  expect(await take()).toBeNull()
})
