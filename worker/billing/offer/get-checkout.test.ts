import { expect, test } from 'vitest'
import { aSubscription } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { getCheckout } from './get-checkout.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'

// §3-14
test('answers everything that checkout needs', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer({ email: 'ada@example.test' })
  const me = await shop.as(user)
  const checkout = await getCheckout({ ...me, userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36' })
  expect(checkout).toEqual({
    user_id: user.id,
    email: 'ada@example.test',
    eligible_for_trial: true,
    eligible_trial_period: 7,
    student: false,
    browser_type: 'chrome',
    create_stripe_customer_url: '/api/customers',
    subscriptions_path: '/api/subscriptions',
    publishable_key: 'pk_test_switchyard',
    stripe_js_url: null,
    held: null,
    campaign: null,
    intermediate_pro: {
      product_id: 'prod_intermediate_pro',
      tier: 'intermediate_pro',
      plan_id: 'intermediate_pro',
      monthly_plan: expect.objectContaining({ amount: 349, interval: 'month', local_price_formatted: '$3.49' }),
      yearly_plan: expect.objectContaining({
        amount: 3499,
        interval: 'year',
        local_price_formatted: '$34.99',
        local_price_formatted_monthly: '$2.92',
      }),
      assets: { logo: '/icons/plans/intermediate_pro.svg', badge: '/icons/plans/intermediate_pro-badge.svg' },
    },
    pro: {
      product_id: 'prod_pro',
      tier: 'pro',
      plan_id: 'pro',
      monthly_plan: expect.objectContaining({ amount: 999, interval: 'month' }),
      yearly_plan: expect.objectContaining({ amount: 9999, interval: 'year' }),
      assets: { logo: '/icons/plans/pro.svg', badge: '/icons/plans/pro-badge.svg' },
    },
  })
})

// §2.3-12
test('offers a student the yearly price only, without a trial', async () => {
  const shop = await aBillingFixture()
  const checkout = await getCheckout(await shop.as(await shop.customer({ student: true })))
  expect(checkout).toMatchObject({
    student: true,
    eligible_for_trial: false,
    intermediate_pro: { monthly_plan: null, yearly_plan: { amount: 1999 } },
    pro: { monthly_plan: null, yearly_plan: { amount: 9999 } },
  })
})

// §3-14
test('offers no second trial', async () => {
  const shop = await aBillingFixture()
  const checkout = await getCheckout(await shop.as(await shop.customer({ trial_used_at: 1 })))
  expect(checkout.eligible_for_trial).toBe(false)
})

test.each([
  ['active', 'stripe', true],
  ['past_due', 'stripe', true],
  ['unpaid', 'stripe', true],
  ['active', 'app_store', true],
  ['incomplete', 'stripe', false],
  ['canceled', 'stripe', false],
] as const)('answers whether a subscription %s at %s is held: %s', async (status, payment_type, held) => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await aSubscription(shop.ctx.db, user, {
    tier: 'pro',
    status,
    payment_type,
    ...(payment_type === 'app_store' && { stripe_subscription_id: null }),
  })
  const checkout = await getCheckout(await shop.as(user))
  expect(checkout.held).toEqual(held ? { plan_id: 'pro', payment_type } : null)
})

test('refuses everyone without Stripe keys (503)', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer())
  const settings = { ...me.settings, STRIPE_PUBLISHABLE_KEY: '' }
  await expect(getCheckout({ ...me, settings })).rejects.toMatchObject({ code: 'billing_unavailable', status: 503 })
})

test('makes one round trip and does not ask Stripe', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer())
  expect(await roundTrips(me, (ctx) => getCheckout({ ...ctx, settings: me.settings }))).toBe(1)
  expect(shop.emulator.control.calls()).toEqual([])
})
