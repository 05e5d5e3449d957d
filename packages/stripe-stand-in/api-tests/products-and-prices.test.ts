import { expect, test } from 'vitest'
import { post, emulatorFixture } from '../testing/emulator.fixture.ts'

const monthly = { currency: 'usd', unit_amount: 349, recurring: { interval: 'month' } } as const

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

test('requires one kind of discount, and months for repeating ones', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.coupons.create({})).rejects.toThrow('percent_off or amount_off')
  await expect(stripe.coupons.create({ percent_off: 5, duration: 'repeating' })).rejects.toMatchObject({
    param: 'duration_in_months',
  })
  await expect(stripe.coupons.create({ amount_off: 5 })).rejects.toMatchObject({ param: 'currency' })
})
