import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

/** Subscribes with a promotion code for 20 % once, and returns the refusal, if any. */
async function offer(promise: Partial<Stripe.PromotionCodeCreateParams>) {
  const world = await catalogFixture()
  const promotion: Stripe.PromotionCodeCreateParams = {
    code: 'HELLO',
    promotion: { type: 'coupon', coupon: 'welcome' },
  }
  const { id } = await world.stripe.promotionCodes.create({ ...promotion, ...promise })
  const use = () => world.subscribe('visa', { discounts: [{ promotion_code: id }] })
  return { ...world, id, use }
}

const param = 'discounts[0][promotion_code]'

test("names the code's parameter when expired, too small or foreign", async () => {
  const { stripe, clock, subscribe } = await offer({})
  const expired = await offer({ expires_at: clock.now / 1000 + 60 })
  expired.wait(120)
  expect(await refusal(expired.use())).toMatchObject({ statusCode: 400, param })
  const large = await offer({ restrictions: { minimum_amount: 1000, minimum_amount_currency: 'usd' } })
  expect(await refusal(large.use())).toMatchObject({ statusCode: 400, param })
  expect((await large.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  const { id: other } = await stripe.customers.create({})
  const theirs = await stripe.promotionCodes.create({
    code: 'THEIRS',
    customer: other,
    promotion: { type: 'coupon', coupon: 'welcome' },
  })
  const foreign = subscribe('visa', { discounts: [{ promotion_code: theirs.id }] })
  expect(await refusal(foreign)).toMatchObject({ statusCode: 400, param })
})

test('limits an amount off to its currency and the price', async () => {
  const { stripe, subscribe } = await catalogFixture()
  await stripe.coupons.create({ id: 'euros', amount_off: 100, currency: 'eur', duration: 'once' })
  await stripe.coupons.create({ id: 'ten', amount_off: 1000, currency: 'usd', duration: 'once' })
  expect((await refusal(subscribe('visa', { discounts: [{ coupon: 'euros' }] }))).param).toBe('discounts[0][coupon]')
  const { invoice, subscription } = await subscribe('visa', { discounts: [{ coupon: 'ten' }] })
  expect(invoice).toMatchObject({ total: 0, amount_due: 0, status: 'paid' })
  expect(subscription.status).toBe('active')
})
