import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { proUpgradeDetails } from './pro-upgrade-details.ts'
import { readBilling } from '../overview/read-billing.ts'
import {
  aDebtor,
  aSubscriber,
  cardGoesBad,
  pass,
  theirPlan,
  type Subscriber,
} from '../testing/subscribed-user.fixture.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { prices } from '../../db/schema/billing.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'
import { upgradePlan } from './upgrade-plan.ts'

const PRO_PLUS = { product_id: 'prod_pro' }

async function after10Days(given: Parameters<typeof aSubscriber>[0] = {}): Promise<Subscriber> {
  return pass(await aSubscriber(given), 10 * DAY)
}
async function promised(world: Subscriber) {
  const { product_id, proration_date, price, amount_today } = await proUpgradeDetails(world.ctx)
  return { product_id, proration_date, price, amount_today }
}
const priceOf = async (world: Subscriber) => (await theirPlan(world)).items.data[0]?.price.id
const paidFor = ({ shop }: Subscriber) =>
  shop.emulator.store.all('invoice', ({ billing_reason }) => billing_reason === 'subscription_update')

test('charges exactly what it showed and grants Pro+ at once', async () => {
  const world = await after10Days()
  const promise = await promised(world)
  world.ctx.advance(5 * 60_000)
  await upgradePlan(world.ctx, promise)
  const billing = await readBilling(world.ctx)
  expect(billing).toMatchObject({ tier: 'pro', plan: { plan_id: 'pro', price_in_cents: 999, interval: 'month' } })
  expect(billing.invoices[0]).toMatchObject({ total: promise.amount_today, status: 'paid' })
})

// §2.4-22
test.each([
  ['a year of Pro', { price: 'price_intermediate_pro_year' }, 'price_pro_year'],
  ['a student’s year', { price: 'price_intermediate_pro_year_student' }, 'price_pro_year'],
  ['a legacy plan', { legacy: 500 }, 'price_pro_month'],
  ['a lasting discount', { coupon: 'forever10' }, 'price_pro_month'],
])('upgrades %s to Pro+ for the same period', async (_, given, price) => {
  const world = await after10Days(given)
  const promise = await promised(world)
  await upgradePlan(world.ctx, promise)
  expect(await priceOf(world)).toBe(price)
  expect((await readBilling(world.ctx)).invoices[0]).toMatchObject({ total: promise.amount_today, status: 'paid' })
})

// §7-34
test('charges today’s price without a promise', async () => {
  const world = await after10Days()
  const { amount_today } = await promised(world)
  await upgradePlan(world.ctx, PRO_PLUS)
  expect(paidFor(world)).toMatchObject([{ total: amount_today }])
})

test('keeps the trial and charges nothing during one', async () => {
  const world = await aSubscriber({ trial: 7 })
  const ends = world.ctx.now() + 7 * DAY
  await upgradePlan(world.ctx, await promised(world))
  expect(await readBilling(world.ctx)).toMatchObject({
    tier: 'pro',
    plan: { status: 'trialing', current_period_end: ends },
    next_charge: { amount: 999, at: ends },
  })
  expect(paidFor(world)).toEqual([])
})

test('continues a plan whose cancellation only Stripe knows', async () => {
  const world = await after10Days()
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  expect(await proUpgradeDetails(world.ctx)).toMatchObject({ resumes: true, next_amount: 999 })
  await upgradePlan(world.ctx, await promised(world))
  expect((await readBilling(world.ctx)).plan).toMatchObject({ plan_id: 'pro', ends_at: null })
})

test.each([
  ['another amount', { amount_today: 1 }],
  ['an old proration date', { proration_date: -3600 }],
  ['a future proration date', { proration_date: 3600 }],
])('refuses a promise with %s, and charges nothing', async (_, lie) => {
  const world = await after10Days()
  const promise = await promised(world)
  const proration_date = promise.proration_date + ('proration_date' in lie ? lie.proration_date : 0)
  await expect(upgradePlan(world.ctx, { ...promise, ...lie, proration_date })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The amount has changed. Please check it again.',
    detail: { attribute: 'amount_today' },
  })
  expect(await priceOf(world)).toBe('price_intermediate_pro_month')
  expect(paidFor(world)).toEqual([])
})

test('refuses a promise from before a renewal', async () => {
  const world = await aSubscriber()
  const { plan } = await readBilling(world.ctx)
  const near = await pass(world, (plan?.last_day ?? 0) - world.ctx.now() - MINUTE)
  const promise = await promised(near)
  const { ctx } = await pass(near, 2 * MINUTE)
  await expect(upgradePlan(ctx, promise)).rejects.toMatchObject({ detail: { attribute: 'amount_today' } })
  expect(paidFor(world)).toEqual([])
})

test.each([
  ['a charge today', after10Days, 0],
  ['a trial', () => aSubscriber({ trial: 7 }), 0],
  ['credit that pays all', after10Days, -50_000],
])('refuses a Pro+ price that changed since shown: %s', async (_, begin, amount) => {
  const world = await begin()
  const { stripe } = world.shop
  if (amount) await stripe.customers.createBalanceTransaction(world.customer, { amount, currency: 'usd' })
  const promise = await promised(world)
  const recurring = { interval: 'month' as const }
  const dearer = { product: 'prod_pro', currency: 'usd', unit_amount: 1999, recurring }
  const { id } = await stripe.prices.create(dearer)
  await world.ctx.db.update(prices).set({ amount: 1999, stripe_price_id: id }).where(eq(prices.id, 'plan_pro_month'))
  await expect(upgradePlan(world.ctx, promise)).rejects.toMatchObject({ detail: { attribute: 'amount_today' } })
  expect(await priceOf(world)).toBe('price_intermediate_pro_month')
})

test.each([
  ['failsAtCharge', /declined/],
  ['asks', 'Your bank wants you to confirm this payment, which is not possible here. Please use another card.'],
] as const)('changes nothing when the card %s, and another card upgrades', async (card, message) => {
  const world = await after10Days()
  await cardGoesBad(world, card)
  const promise = await promised(world)
  const refused = {
    code: 'card_declined',
    message: expect.stringMatching(message),
    detail: { attribute: 'payment_method' },
  }
  await expect(upgradePlan(world.ctx, promise)).rejects.toMatchObject(refused)
  expect((await readBilling(world.ctx)).plan).toMatchObject({ plan_id: 'intermediate_pro', status: 'active' })
  expect(paidFor(world)).toEqual([])
  await cardGoesBad(world, 'good')
  await upgradePlan(world.ctx, promise)
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'pro' })
})

test.each(['prod_intermediate_pro', 'prod_legacy_pro', 'prod_unknown', ''])(
  'rejects the product %j without asking Stripe',
  async (product_id) => {
    const world = await aSubscriber({ price: 'price_pro_month' })
    const before = world.shop.emulator.control.calls().length
    await expect(upgradePlan(world.ctx, { product_id })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { attribute: 'product_id' },
    })
    expect(world.shop.emulator.control.calls()).toHaveLength(before)
  },
)

test('refuses a user on Pro+ without asking Stripe', async () => {
  const world = await aSubscriber({ price: 'price_pro_month' })
  const before = world.shop.emulator.control.calls().length
  await upgradePlan(world.ctx, PRO_PLUS)
  expect(world.shop.emulator.control.calls()).toHaveLength(before)
})

test('refuses without a plan or with an open payment', async () => {
  const shop = await aBillingFixture()
  const free = await shop.as(await shop.customer())
  await expect(upgradePlan(free, PRO_PLUS)).rejects.toMatchObject({ detail: { redirectTo: '/subscribe/pro_plus' } })
  const { ctx } = await aDebtor()
  await expect(upgradePlan(ctx, PRO_PLUS)).rejects.toMatchObject({ detail: { redirectTo: '/settings/billing' } })
})
