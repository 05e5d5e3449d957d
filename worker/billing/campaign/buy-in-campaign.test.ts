import { expect, test } from 'vitest'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { validatePromo } from '../offer/validate-promo.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'

const PAYING = { trial_used_at: 1 }
const during = (ctx: TestCtx): TestCtx => ({ ...ctx, settings: { ...ctx.settings, CAMPAIGN_CODE: 'HOLIDAY' } })

async function aBuyer(given: { student?: boolean } = {}) {
  const shop = await aBillingFixture()
  const user = await shop.customer({ ...PAYING, ...given })
  return { shop, user, me: during(await shop.as(user)) }
}

async function endCampaign(shop: BillingFixture): Promise<void> {
  const [code] = (await shop.stripe.promotionCodes.list({ code: 'HOLIDAY' })).data
  await shop.stripe.promotionCodes.update(code?.id ?? '', { active: false })
}

const paid = ({ emulator }: BillingFixture) =>
  emulator.store.all('invoice', ({ status }) => status === 'paid').map(({ total }) => total)

test.each([
  ['monthly', 269],
  ['yearly', 2694],
] as const)('charges the %s first payment that the page showed', async (price_type, amount) => {
  const { shop, me } = await aBuyer()
  const shown = await validatePromo(me, {
    code: 'HOLIDAY',
    currency: 'usd',
    month_price_in_cents: 349,
    year_price_in_cents: 3499,
  })
  expect(price_type === 'monthly' ? shown.month_first_payment : shown.year_first_payment).toBe(amount)
  const order = await anOrder(shop, { promo_code: 'HOLIDAY', first_payment_in_cents: amount, price_type })
  expect(await subscribe(me, order)).toMatchObject({ status: 'active' })
  expect(paid(shop)).toEqual([amount])
})

test('refuses a campaign that ended since, and charges nothing', async () => {
  const { shop, user, me } = await aBuyer()
  await endCampaign(shop)
  const order = await anOrder(shop, { promo_code: 'HOLIDAY', first_payment_in_cents: 269 })
  await expect(subscribe(me, order)).rejects.toMatchObject({
    code: 'promo_refused',
    detail: { attribute: 'promo_code' },
  })
  expect(await atStripe(shop, user)).toEqual([])
  await subscribe(me, { ...order, promo_code: null })
  expect(paid(shop)).toEqual([349])
})

test('refuses a code that now takes off less than was shown', async () => {
  const { shop, user, me } = await aBuyer()
  await endCampaign(shop)
  const { id } = await shop.stripe.coupons.create({ percent_off: 10, duration: 'once' })
  await shop.stripe.promotionCodes.create({ code: 'HOLIDAY', promotion: { type: 'coupon', coupon: id } })
  const order = await anOrder(shop, { promo_code: 'HOLIDAY', first_payment_in_cents: 269 })
  await expect(subscribe(me, order)).rejects.toMatchObject({
    code: 'promo_refused',
    detail: { attribute: 'promo_code' },
  })
  expect(await atStripe(shop, user)).toEqual([])
})

test('another code takes the campaign’s place, and never adds to it', async () => {
  const { shop, me } = await aBuyer()
  await subscribe(me, await anOrder(shop, { promo_code: 'WELCOME20', first_payment_in_cents: 279 }))
  expect(paid(shop)).toEqual([279])
})

test.each(['HOLIDAY', ' holiday '])('refuses a student who types %j', async (code) => {
  const { shop, user, me } = await aBuyer({ student: true })
  const check = { code, currency: 'usd', month_price_in_cents: null, year_price_in_cents: 1999 }
  await expect(validatePromo(me, check)).rejects.toMatchObject({ code: 'promo_refused' })
  const order = await anOrder(shop, { promo_code: code, price_type: 'yearly' })
  const studentOrder = { ...order, price: { ...order.price, price_in_cents: 1999 } }
  await expect(subscribe(me, studentOrder)).rejects.toMatchObject({ code: 'promo_refused' })
  expect(await atStripe(shop, user)).toEqual([])
})
