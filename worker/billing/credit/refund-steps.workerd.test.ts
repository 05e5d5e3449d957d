import { expect, test } from 'vitest'
import { credit_refunds, credit_reviews } from '../../db/schema/credit.ts'
import { insertMany } from '../../testing/insert-many.ts'
import { rowsRead } from '../../testing/round-trips.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { finishRefundsOf } from './refund-steps.ts'

test("finishing a user's refunds reads no rows of others", async () => {
  const ctx = await testCtx()
  const [user, other] = [await aUser(ctx.db), await aUser(ctx.db)]
  const row = { user_id: other.id, customer: 'cus_other', created_at: 1, updated_at: 1 }
  await ctx.db.insert(credit_reviews).values({ id: 'sub_1', state: 'done', ...row })
  const refund = { review_id: 'sub_1', charge: 'ch_1', amount: 5, currency: 'usd', state: 'settled', ...row }
  await insertMany(
    ctx.db,
    credit_refunds,
    Array.from({ length: 500 }, (_, n) => ({ id: `crf_${n}`, ...refund })),
  )
  expect(await rowsRead(ctx, (each) => finishRefundsOf(each, user.id))).toBeLessThan(5)
})
