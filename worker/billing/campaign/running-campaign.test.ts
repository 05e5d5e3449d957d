import type { Stripe } from 'stripe'
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE } from '../../contract/shared/durations.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { getCheckout } from '../offer/get-checkout.ts'
import { getSubscriptionModal } from '../offer/get-subscription-modal.ts'
import { listPlans } from '../offer/list-plans.ts'
import { aBillingFixture, type BillingFixture } from '../testing/billing.fixture.ts'
import { runningCampaign } from './running-campaign.ts'

afterEach(() => void vi.restoreAllMocks())

/** A context whose operator has set this campaign; its key is its own, so that KV knows nothing of it yet. */
function during<C extends TestCtx>(ctx: C, CAMPAIGN_CODE = 'HOLIDAY'): C {
  const STRIPE_PUBLISHABLE_KEY = `pk_test_${crypto.randomUUID().replaceAll('-', '')}`
  return { ...ctx, settings: { ...ctx.settings, CAMPAIGN_CODE, STRIPE_PUBLISHABLE_KEY } }
}

const asked = ({ emulator }: BillingFixture) =>
  emulator.control.calls().filter(({ method, path }) => method === 'GET' && path === '/v1/promotion_codes').length

async function answerKept(ctx: TestCtx): Promise<string | null> {
  const code = await runningCampaign(ctx)
  await ctx.settled()
  return code
}

const ONCE: Stripe.CouponCreateParams = { duration: 'once', applies_to: { products: ['prod_intermediate_pro'] } }
const COUPON = { ...ONCE, percent_off: 23 }

async function aCampaign(coupon: Stripe.CouponCreateParams, code: Partial<Stripe.PromotionCodeCreateParams> = {}) {
  const shop = await aBillingFixture()
  const { id } = await shop.stripe.coupons.create(coupon)
  const made = await shop.stripe.promotionCodes.create({
    code: 'SPRING',
    promotion: { type: 'coupon', coupon: id },
    ...code,
  })
  return { shop, ctx: during(shop.ctx, 'SPRING'), code: made.id }
}

test('runs while its code takes 23% off the first payment of Pro', async () => {
  const { ctx } = await aCampaign(COUPON)
  expect(await runningCampaign(ctx)).toBe('SPRING')
})

test.each<[string, Stripe.CouponCreateParams, Partial<Stripe.PromotionCodeCreateParams>]>([
  ['another percentage', { ...COUPON, percent_off: 20 }, {}],
  ['a discount forever', { ...COUPON, duration: 'forever' }, {}],
  ['an amount', { ...ONCE, amount_off: 80, currency: 'usd' }, {}],
  ['every product', { percent_off: 23, duration: 'once' }, {}],
  ['Pro+ too', { ...COUPON, applies_to: { products: ['prod_intermediate_pro', 'prod_pro'] } }, {}],
  [
    'an order above the monthly price',
    COUPON,
    { restrictions: { minimum_amount: 500, minimum_amount_currency: 'usd' } },
  ],
])('does not run for %s, and tells an operator', async (_, coupon, code) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { ctx } = await aCampaign(coupon, code)
  expect(await runningCampaign(ctx)).toBe(null)
  expect(String(said.mock.calls)).toContain('campaign_has_other_terms')
})

test('does not run once its code was switched off, or without one', async () => {
  const { shop, ctx, code } = await aCampaign(COUPON)
  await shop.stripe.promotionCodes.update(code, { active: false })
  expect(await runningCampaign(ctx)).toBe(null)
  expect(await runningCampaign(during(shop.ctx, 'NEVER'))).toBe(null)
})

test('does not run for one customer alone', async () => {
  const shop = await aBillingFixture()
  const customer = await shop.stripe.customers.create()
  const promotion = { type: 'coupon' as const, coupon: 'holiday' }
  await shop.stripe.promotionCodes.create({ code: 'MINE', customer: customer.id, promotion })
  expect(await runningCampaign(during(shop.ctx, 'MINE'))).toBe(null)
})

test('asks Stripe once in five minutes', async () => {
  const shop = await aBillingFixture()
  const ctx = during(shop.ctx)
  expect([await answerKept(ctx), await answerKept(ctx)]).toEqual(['HOLIDAY', 'HOLIDAY'])
  ctx.advance(5 * MINUTE - 1)
  await answerKept(ctx)
  expect(asked(shop)).toBe(1)
  ctx.advance(1)
  const [code] = (await shop.stripe.promotionCodes.list({ code: 'HOLIDAY' })).data
  await shop.stripe.promotionCodes.update(code?.id ?? '', { active: false })
  expect(await answerKept(ctx)).toBe(null)
})

test('ends at the code’s own end without asking again', async () => {
  const expires_at = Math.floor(Date.UTC(2026, 2, 1, 12) / 1000) + 60
  const { shop, ctx } = await aCampaign(COUPON, { expires_at })
  expect(await answerKept(ctx)).toBe('SPRING')
  ctx.advance(MINUTE)
  expect([await answerKept(ctx), asked(shop)]).toEqual([null, 1])
})

test('offers nothing for a minute after Stripe failed', async () => {
  const shop = await aBillingFixture()
  const ctx = during(shop.ctx)
  shop.emulator.control.fail({ kind: '500', on: 'GET /v1/promotion_codes' })
  expect([await answerKept(ctx), await answerKept(ctx), asked(shop)]).toEqual([null, null, 1])
  ctx.advance(MINUTE)
  expect(await answerKept(ctx)).toBe('HOLIDAY')
})

test('asks Stripe itself when KV is down', async () => {
  const { ctx } = await aBillingFixture()
  const broken = () => Promise.reject(new Error('KV is down.'))
  const kv = Object.assign(Object.create(ctx.kv), { get: broken, put: broken })
  expect(await answerKept({ ...during(ctx), kv })).toBe('HOLIDAY')
})

test('asks neither KV nor Stripe without a campaign', async () => {
  const shop = await aBillingFixture()
  const kv = Object.assign(Object.create(shop.ctx.kv), { get: () => Promise.reject(new Error('It was asked.')) })
  expect(await listPlans({ ...shop.ctx, kv })).toMatchObject({ campaign: null })
  expect(asked(shop)).toBe(0)
})

test('plans, checkout and the upgrade modal know the campaign', async () => {
  const shop = await aBillingFixture()
  const me = during(await shop.as(await shop.customer({ id: `usr_${crypto.randomUUID()}` })))
  expect(await listPlans(me)).toMatchObject({ campaign: 'HOLIDAY' })
  await me.settled()
  expect(await roundTrips(me, (ctx) => getCheckout({ ...ctx, settings: me.settings }))).toBe(1)
  expect(await getCheckout(me)).toMatchObject({ campaign: 'HOLIDAY' })
  expect(await getSubscriptionModal(me, 'intermediate_pro')).toMatchObject({ campaign: 'HOLIDAY' })
})

test('the kept modal data names no campaign that has ended', async () => {
  const shop = await aBillingFixture()
  const me = during(await shop.as(await shop.customer({ id: `usr_${crypto.randomUUID()}` })))
  await getSubscriptionModal(me, 'intermediate_pro')
  await me.settled()
  const [code] = (await shop.stripe.promotionCodes.list({ code: 'HOLIDAY' })).data
  await shop.stripe.promotionCodes.update(code?.id ?? '', { active: false })
  me.advance(5 * MINUTE)
  expect(await getSubscriptionModal(me, 'intermediate_pro')).toMatchObject({ campaign: null })
})

test('offers a student no campaign', async () => {
  const shop = await aBillingFixture()
  const me = during(await shop.as(await shop.customer({ id: `usr_${crypto.randomUUID()}`, student: true })))
  expect(await getCheckout(me)).toMatchObject({ campaign: null })
  expect(await getSubscriptionModal(me, 'intermediate_pro')).toMatchObject({ campaign: null })
})
