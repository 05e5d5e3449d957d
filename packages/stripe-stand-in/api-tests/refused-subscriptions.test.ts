import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture, refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'

type World = Awaited<ReturnType<typeof catalogFixture>>
type Wish = Partial<Stripe.SubscriptionCreateParams>

async function refusedAtCreation(wish: (world: World) => Wish) {
  const world = await catalogFixture()
  const { customer } = await world.buyer()
  const items = [{ price: world.prices.proMonth }]
  const error = await refusal(world.stripe.subscriptions.create({ customer, items, ...wish(world) }))
  expect((await world.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  return error
}

const only = (names: string) => `You may only specify one of these parameters: ${names}.`
const twoYears = 'The maximum number of trial period days is 730 (2 years).'

const badBeginnings: [string, Wish, { param?: string; message: string }][] = [
  [
    'a trial of -3 days',
    { trial_period_days: -3 },
    { param: 'trial_period_days', message: 'Invalid non-negative integer' },
  ],
  ['a trial of 800 days', { trial_period_days: 800 }, { param: 'trial_period_days', message: twoYears }],
  [
    'coupon and promotion code in one discount',
    { discounts: [{ coupon: 'welcome', promotion_code: 'promo_1' }] },
    { message: only('coupon, promotion_code') },
  ],
]

test.each(badBeginnings)('refuses a subscription with %s', async (_, wish, error) => {
  expect(await refusedAtCreation(() => wish)).toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    ...error,
  })
})

const monthly = (product: string, unit_amount: number, currency = 'usd') => ({
  currency,
  product,
  recurring: { interval: 'month' as const },
  unit_amount,
})

test('refuses an item with both a price and price_data', async () => {
  const error = await refusedAtCreation(({ prices, products }) => ({
    items: [{ price: prices.proMonth, price_data: monthly(products.pro, 349) }],
  }))
  expect(error).toMatchObject({ statusCode: 400, message: only('price, price_data') })
})

test('refuses an item with a negative amount', async () => {
  const error = await refusedAtCreation(({ products }) => ({ items: [{ price_data: monthly(products.pro, -1) }] }))
  const param = 'items[0][price_data][unit_amount]'
  expect(error).toMatchObject({ statusCode: 400, param, message: 'Invalid non-negative integer' })
})

test('refuses a new subscription with the same price twice', async () => {
  let price = ''
  const error = await refusedAtCreation(({ prices }) => {
    price = prices.proMonth
    return { items: [{ price }, { price }] }
  })
  expect(error).toMatchObject({
    statusCode: 400,
    message: `Cannot add multiple subscription items with the same plan: ${price}`,
  })
})

test('refuses to add a price that the subscription has already', async () => {
  const { stripe, subscription, prices } = await subscriberFixture()
  const again = { items: [{ price: prices.proMonth }] }
  const message = `Cannot add multiple subscription items with the same plan: ${prices.proMonth}`
  expect(await refusal(stripe.subscriptions.update(subscription.id, again))).toMatchObject({ statusCode: 400, message })
})

async function euroPrice({ stripe, products }: World): Promise<string> {
  const price = await stripe.prices.create({ ...monthly(products.proPlus, 999, 'eur') })
  return price.id
}

const combined =
  'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency usd.'

test('refuses a second subscription in another currency', async () => {
  const world = await subscriberFixture()
  const items = [{ price: await euroPrice(world) }]
  expect(await refusal(world.stripe.subscriptions.create({ customer: world.customer, items }))).toMatchObject({
    statusCode: 400,
    message: combined,
  })
})

test('takes another currency once everything in the first has ended', async () => {
  const world = await subscriberFixture()
  await world.stripe.subscriptions.cancel(world.subscription.id)
  const items = [{ price: await euroPrice(world) }]
  const again = await world.stripe.subscriptions.create({ customer: world.customer, items })
  expect(again).toMatchObject({ status: 'active', currency: 'eur' })
})

test('refuses an invoice item in another currency', async () => {
  const { stripe, customer } = await subscriberFixture()
  expect(await refusal(stripe.invoiceItems.create({ customer, amount: 100, currency: 'eur' }))).toMatchObject({
    statusCode: 400,
    message: combined,
  })
})

test('refuses a change to a price in another currency', async () => {
  const world = await subscriberFixture()
  const price = await euroPrice(world)
  expect(await refusal(world.upgrade({}, price))).toMatchObject({
    statusCode: 400,
    param: 'items[0][price]',
    message: "The price specified supports currencies of `eur`. This doesn't match the expected currency: `usd`.",
  })
})
