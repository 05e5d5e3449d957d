import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ctx } from '../../system/context/context.ts'
import { aSubscription, aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { recordPayment } from './sync-customer.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture } from '../testing/billing.fixture.ts'

async function aBuyer(given: Partial<Parameters<typeof aSubscription>[2]> = {}) {
  const base = await testCtx()
  const points: AnalyticsEngineDataPoint[] = []
  const ctx: Ctx = { ...base, analytics: { writeDataPoint: (point) => void (point && points.push(point)) } }
  const user = await aUser(base.db)
  const bought = { tier: 'pro' as const, stripe_subscription_id: 'sub_1', price_in_cents: 999, ...given }
  await aSubscription(base.db, user, bought)
  return { ctx, points }
}

// §4.1-14
test('records a complete payment once, even when seen concurrently', async () => {
  const { ctx, points } = await aBuyer()
  await Promise.all([recordPayment(ctx, 'sub_1'), recordPayment(ctx, 'sub_1')])
  await recordPayment(ctx, 'sub_1')
  expect(points).toEqual([
    { indexes: ['payment_complete'], blobs: ['payment_complete', 'pro', 'month', 'active', 'usd'], doubles: [999] },
  ])
})

// §4.1-14
test('records a buyer’s payment with the answer, and never again', async () => {
  const shop = await aBillingFixture()
  const points: AnalyticsEngineDataPoint[] = []
  const analytics = { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void (point && points.push(point)) }
  const me = await shop.as(await shop.customer({ trial_used_at: 1 }))
  await subscribe({ ...me, analytics }, await anOrder(shop))
  expect(points).toMatchObject([{ blobs: ['payment_complete', 'intermediate_pro', 'month', 'active', 'usd'] }])
  Object.assign(shop.ctx, { analytics })
  await shop.deliver()
  await reconcile(shop.ctx)
  expect(points).toHaveLength(1)
})

test('records a trial once its card is authenticated', async () => {
  const { ctx, points } = await aBuyer({ status: 'trialing' })
  await recordPayment(ctx, 'sub_1')
  expect(points).toEqual([])
  await ctx.db.update(subscriptions).set({ card_authenticated: true }).where(eq(subscriptions.status, 'trialing'))
  await recordPayment(ctx, 'sub_1')
  expect(points).toHaveLength(1)
})

test.each(['incomplete', 'past_due', 'canceled', 'unpaid'] as const)(
  'does not record a payment that is %s',
  async (status) => {
    const { ctx, points } = await aBuyer({ status })
    await recordPayment(ctx, 'sub_1')
    expect(points).toEqual([])
  },
)

test('works without Workers Analytics Engine', async () => {
  const { ctx } = await aBuyer()
  await expect(recordPayment({ ...ctx, analytics: null }, 'sub_1')).resolves.toBeUndefined()
})
