import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { INTERVAL_OF } from '../../contract/billing/checkout.ts'
import { prices } from '../../db/schema/billing.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, anOrder, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { validatePromo } from './validate-promo.ts'

const PRO = { currency: 'usd', month_price_in_cents: 349, year_price_in_cents: 3499 }
const YEARLY_ONLY = 'This code is for yearly plans.'
const MONTHLY_ONLY = 'This code is for monthly plans.'

/** Sells Pro by the month as a product of its own, for which there is a code. */
async function sellMonthsApart({ ctx, stripe }: BillingFixture): Promise<void> {
  const product = await stripe.products.create({ name: 'Pro, monthly' })
  const recurring = { interval: 'month' as const }
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 349, recurring })
  await ctx.db
    .update(prices)
    .set({ product_id: product.id, stripe_price_id: price.id })
    .where(eq(prices.id, 'plan_intermediate_pro_month'))
  const coupon = await stripe.coupons.create({ percent_off: 50, applies_to: { products: [product.id] } })
  await stripe.promotionCodes.create({ code: 'MONTHS', promotion: { type: 'coupon', coupon: coupon.id } })
}

test('a code with a minimum is valid for the yearly price alone', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer({ trial_used_at: 1 }))
  expect(await validatePromo(me, { ...PRO, code: 'YEARLY25' })).toEqual({
    term: { kind: 'once' },
    month_price_copy: YEARLY_ONLY,
    month_first_payment: null,
    year_price_copy: '$26.24 for the first year, then $34.99 a year',
    year_first_payment: 2624,
  })
})

test('a code for the monthly product says so at the yearly price', async () => {
  const shop = await aBillingFixture()
  await sellMonthsApart(shop)
  const me = await shop.as(await shop.customer({ trial_used_at: 1 }))
  expect(await validatePromo(me, { ...PRO, code: 'MONTHS' })).toMatchObject({
    month_first_payment: 174,
    year_price_copy: MONTHLY_ONLY,
    year_first_payment: null,
  })
})

test.each([
  ['YEARLY25', 'monthly', YEARLY_ONLY],
  ['MONTHS', 'yearly', MONTHLY_ONLY],
  ['PLUSONLY', 'monthly', 'Invalid promo code'],
] as const)('refuses %s on %s, and charges nothing', async (promo_code, price_type, message) => {
  const shop = await aBillingFixture()
  await sellMonthsApart(shop)
  const user = await shop.customer({ trial_used_at: 1 })
  const [row] = await shop.ctx.db
    .select()
    .from(prices)
    .where(eq(prices.id, `plan_intermediate_pro_${INTERVAL_OF[price_type]}`))
  const order = await anOrder(shop, { promo_code, price_type, ...(row && { product_id: row.product_id }) })
  await expect(subscribe(await shop.as(user), order)).rejects.toMatchObject({
    code: 'promo_refused',
    message,
    detail: { attribute: 'promo_code' },
  })
  expect(await atStripe(shop, user)).toEqual([])
})

test('charges a yearly plan with its code', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer({ trial_used_at: 1 })
  const order = await anOrder(shop, { promo_code: 'YEARLY25', price_type: 'yearly', first_payment_in_cents: 2624 })
  expect(await subscribe(await shop.as(user), order)).toMatchObject({ status: 'active' })
  expect(shop.emulator.store.all('charge').map(({ amount }) => amount)).toEqual([2624])
})
