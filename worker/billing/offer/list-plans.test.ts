import { expect, test } from 'vitest'
import { TIERS } from '../../contract/tiers.ts'
import { call } from '../../testing/call-api.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'
import { listViewerPlans } from './list-plans.ts'
import { prices } from '../../db/schema/billing.ts'

// §3-01
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
    campaign: null,
  })
})

// §1-12
test('sells no plan beside those of the four tiers', async () => {
  expect([...TIERS]).toEqual(['free', 'intermediate_pro', 'pro', 'legacy_pro'])
  const { db } = await testCtx()
  for (const tier of ['free', 'team', 'pro']) {
    await db.run(
      `insert into prices (id, plan_id, tier, product_id, amount, interval) values ('${tier}', '${tier}', '${tier}', 'p', 999, 'month')`,
    )
  }
  const response = await call('GET', '/api/plans')
  expect(await response.json()).toMatchObject({ plans: [{ plan_id: 'pro' }] })
})

test("lists a student's own prices, and nobody else's", async () => {
  const shop = await aBillingFixture()
  const student = await shop.as(await shop.customer({ student: true }))
  const { plans } = await listViewerPlans(student)
  expect(plans?.map(({ tier, interval, amount }) => [tier, interval, amount])).toEqual([
    ['intermediate_pro', 'year', 1999],
    ['pro', 'year', 9999],
  ])
  expect(await listViewerPlans(await shop.as(await shop.customer()))).toEqual({ plans: null })
})
