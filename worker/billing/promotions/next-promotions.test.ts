import { expect, test } from 'vitest'
import { aSubscriber, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { readBilling } from '../overview/read-billing.ts'

const promotions = async ({ ctx }: Subscriber) => (await readBilling(ctx)).next_charge?.promotions

async function withCode(world: Subscriber, code: string): Promise<Subscriber> {
  const { stripe } = world.shop
  const [found] = (await stripe.promotionCodes.list({ code })).data
  await stripe.subscriptions.update(world.subscription, { discounts: [{ promotion_code: found?.id ?? '' }] })
  return world
}

test('names the code, what it takes off and for how long', async () => {
  const world = await aSubscriber()
  expect(await promotions(world)).toEqual([])
  const now = new Date(world.ctx.now())
  expect(await promotions(await withCode(world, 'FOREVER10'))).toMatchObject([
    { name: 'FOREVER10', percent_off: 10, amount_off: null, lasts: 'forever', ends_at: null },
  ])
  expect(await promotions(await withCode(world, 'THREE30'))).toMatchObject([
    { name: 'THREE30', percent_off: 30, lasts: 'until', ends_at: now.setUTCMonth(now.getUTCMonth() + 3) },
  ])
})

test('names a code for one payment while that payment is ahead', async () => {
  expect(await promotions(await withCode(await aSubscriber({ trial: 7 }), 'WELCOME20'))).toMatchObject([
    { name: 'WELCOME20', percent_off: 20, lasts: 'once' },
  ])
  expect(await promotions(await aSubscriber({ coupon: 'welcome20' }))).toEqual([])
})

test('names a coupon without a code by its own name', async () => {
  const world = await aSubscriber()
  const { id } = await world.shop.stripe.coupons.create({
    name: 'Sorry',
    amount_off: 100,
    currency: 'usd',
    duration: 'forever',
  })
  await world.shop.stripe.subscriptions.update(world.subscription, { discounts: [{ coupon: id }] })
  expect(await promotions(world)).toMatchObject([{ name: 'Sorry', percent_off: null, amount_off: 100 }])
})
