import { expect, test } from 'vitest'
import { call } from '../../testing/call-api.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { prices } from '../../db/schema/billing.ts'

// §3-02 §3-06 §3-07
test('lists the plans that everyone can buy now', async () => {
  const { db } = await testCtx()
  const month = {
    id: 'a',
    plan_id: 'pro',
    tier: 'pro' as const,
    product_id: 'prod_pro',
    amount: 999,
    interval: 'month' as const,
  }
  await db
    .insert(prices)
    .values([
      month,
      { ...month, id: 'b', plan_id: 'intermediate_pro', tier: 'intermediate_pro', amount: 349 },
      { ...month, id: 'c', interval: 'year', audience: 'student', amount: 1999 },
      { ...month, id: 'd', active: false, amount: 899 },
      { ...month, id: 'e', plan_id: 'legacy_pro', tier: 'legacy_pro', amount: 199 },
    ])
  const response = await call('GET', '/api/plans')
  expect(await response.json()).toEqual({
    plans: [
      {
        plan_id: 'intermediate_pro',
        tier: 'intermediate_pro',
        product_id: 'prod_pro',
        amount: 349,
        currency: 'usd',
        interval: 'month',
      },
      { plan_id: 'pro', tier: 'pro', product_id: 'prod_pro', amount: 999, currency: 'usd', interval: 'month' },
    ],
  })
})
