import { expect, test } from 'vitest'
import { post, emulatorFixture } from '../testing/emulator.fixture.ts'

const monthly = { currency: 'usd', unit_amount: 349, recurring: { interval: 'month' } } as const

test('finds a price and its product by lookup key', async () => {
  const { stripe } = emulatorFixture()
  await stripe.products.create({ id: 'prod_pro', name: 'Pro+', metadata: { tier: 'pro' } })
  const made = await stripe.prices.create({ ...monthly, product: 'prod_pro', lookup_key: 'pro_month' })
  expect(made).toMatchObject({ type: 'recurring', active: true, recurring: { interval: 'month', interval_count: 1 } })
  // The SDK turns a string on the wire into a decimal.
  expect(String(made.unit_amount_decimal)).toBe('349')
  const { data } = await stripe.prices.list({ lookup_keys: ['pro_month'], expand: ['data.product'] })
  expect(data).toMatchObject([{ id: made.id, product: { id: 'prod_pro', metadata: { tier: 'pro' } } }])
})

test('moves a lookup key to another price only on request', async () => {
  const { stripe } = emulatorFixture()
  const first = await stripe.prices.create({ ...monthly, product_data: { name: 'Pro' }, lookup_key: 'pro' })
  const again = { ...monthly, product: String(first.product), lookup_key: 'pro' }
  await expect(stripe.prices.create(again)).rejects.toMatchObject({ param: 'lookup_key' })
  await stripe.prices.create({ ...again, transfer_lookup_key: true })
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
})

test('refuses prices without an amount or with an unknown product', async () => {
  const { stripe, emulator } = emulatorFixture()
  expect((await post(emulator, '/v1/prices', 'currency=usd&product=prod_x')).body['error']).toMatchObject({
    code: 'parameter_missing',
    param: 'unit_amount',
  })
  await expect(stripe.prices.create({ ...monthly, product: 'prod_x' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

test('finds a promotion code in any case, with its coupon', async () => {
  const { stripe } = emulatorFixture()
  await stripe.products.create({ id: 'prod_pro', name: 'Pro+' })
  const coupon = await stripe.coupons.create({ percent_off: 20, applies_to: { products: ['prod_pro'] } })
  expect(coupon).not.toHaveProperty('applies_to')
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'WELCOME20' })
  const { data } = await stripe.promotionCodes.list({
    code: 'welcome20',
    active: true,
    limit: 1,
    expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
  })
  expect(data[0]).toMatchObject({
    code: 'WELCOME20',
    promotion: { type: 'coupon', coupon: { percent_off: 20, valid: true, applies_to: { products: ['prod_pro'] } } },
  })
  await expect(
    stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'Welcome20' }),
  ).rejects.toThrow('already exists')
})

test('ends a coupon and its codes on its last day', async () => {
  const { stripe, clock } = emulatorFixture()
  const redeem_by = clock.now / 1000 + 60
  const coupon = await stripe.coupons.create({ amount_off: 100, currency: 'usd', redeem_by })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  expect(code).toMatchObject({ active: true, expires_at: redeem_by })
  clock.now += 60_000
  expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ valid: false })
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false })
})

test("takes a promotion code's coupon within `promotion` only", async () => {
  const { emulator, stripe } = emulatorFixture()
  const { id } = await stripe.coupons.create({ percent_off: 5 })
  const old = await post(emulator, '/v1/promotion_codes', `coupon=${id}`)
  expect(old.body['error']).toMatchObject({ code: 'parameter_unknown', param: 'coupon' })
})

test('requires one kind of discount, and months for repeating ones', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.coupons.create({})).rejects.toThrow('percent_off or amount_off')
  await expect(stripe.coupons.create({ percent_off: 5, duration: 'repeating' })).rejects.toMatchObject({
    param: 'duration_in_months',
  })
  await expect(stripe.coupons.create({ amount_off: 5 })).rejects.toMatchObject({ param: 'currency' })
})
