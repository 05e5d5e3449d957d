import { expect, test } from 'vitest'
import { proUpgradeDetails } from './pro-upgrade-details.ts'
import { upgradePlan } from './upgrade-plan.ts'
import { aDebtor, aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { aSubscription } from '../../testing/rows.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'

const SECOND = 1000
/** Half of the month is over, so half of each price counts. */
async function halfway(given: Parameters<typeof aSubscriber>[0] = {}): Promise<Subscriber> {
  const world = await aSubscriber(given)
  const { start, end } = await periodOf(world)
  return pass(world, ((end - start) / 2) * SECOND)
}

async function periodOf({ shop, subscription }: Subscriber) {
  const [item] = (await shop.stripe.subscriptions.retrieve(subscription)).items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

// §7-30
test('shows the Pro+ price and exactly what is charged today', async () => {
  const world = await halfway()
  const details = await proUpgradeDetails(world.ctx)
  expect(details).toMatchObject({
    formatted_pro_price: '$9.99',
    interval: 'month',
    product_id: 'prod_pro',
    currency: 'usd',
    balance: 0,
    next_charge_at: (await periodOf(world)).end * SECOND,
    next_amount: 999,
    trialing: false,
    resumes: false,
    gives_up: null,
  })
  expect(details.charged).toBe(500)
  expect([174, 175]).toContain(details.credit)
  expect(details.amount_today).toBe(details.charged - details.credit)
  expect(details.proration_date).toBe(Math.floor(world.ctx.now() / SECOND))
})

test('shows the yearly price to yearly subscribers, students included', async () => {
  for (const price of ['price_intermediate_pro_year', 'price_intermediate_pro_year_student']) {
    expect(await proUpgradeDetails((await aSubscriber({ price })).ctx)).toMatchObject({
      formatted_pro_price: '$99.99',
      interval: 'year',
      next_amount: 9999,
    })
  }
})

test('credits a legacy plan at its chosen price', async () => {
  const legacy = await pass(await aSubscriber({ legacy: 10_000 }), DAY)
  const details = await proUpgradeDetails(legacy.ctx)
  expect(details.gives_up).toEqual({ tier: 'legacy_pro', price_in_cents: 10_000 })
  expect(details).toMatchObject({ formatted_pro_price: '$9.99', amount_today: 0, next_amount: 0 })
  expect(details.balance).toBe(details.credit - details.charged)
})

test('counts older credit today and what is left next time', async () => {
  const world = await halfway()
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -1000, currency: 'usd' })
  const { charged, credit, amount_today, balance, next_amount } = await proUpgradeDetails(world.ctx)
  expect(amount_today).toBe(0)
  expect(balance).toBe(1000 - (charged - credit))
  expect(next_amount).toBe(999 - balance)
})

test('moves a sum too small to charge to the next payment', async () => {
  const begun = await aSubscriber()
  const { end } = await periodOf(begun)
  const { shop, customer, ctx } = await pass(begun, end * SECOND - begun.ctx.now() - 12 * HOUR)
  const details = await proUpgradeDetails(ctx)
  const { amount_today, balance, next_amount } = details
  expect([amount_today, balance]).toEqual([0, details.credit - details.charged])
  expect(balance).toBeLessThan(0)
  await upgradePlan(ctx, details)
  shop.wait(DAY)
  const { data } = await shop.stripe.invoices.list({ customer, limit: 1 })
  expect(data).toMatchObject([{ status: 'paid', amount_paid: next_amount }])
})

test('counts a small sum of an earlier payment today', async () => {
  const { shop, customer, ctx } = await halfway()
  const { amount_today } = await proUpgradeDetails(ctx)
  await shop.stripe.customers.createBalanceTransaction(customer, { amount: 30, currency: 'usd' })
  expect(await proUpgradeDetails(ctx)).toMatchObject({ amount_today: amount_today + 30, balance: 0, next_amount: 999 })
})

test('counts older credit when a trial ends', async () => {
  const world = await aSubscriber({ trial: 7 })
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -500, currency: 'usd' })
  expect(await proUpgradeDetails(world.ctx)).toMatchObject({ balance: 0, next_amount: 499 })
})

test('counts a lasting discount today and next time', async () => {
  const details = await proUpgradeDetails((await halfway({ coupon: 'forever10' })).ctx)
  expect(details.next_amount).toBe(899)
  expect(details.amount_today).toBeLessThan(details.charged - details.credit)
  expect(details.amount_today).toBeGreaterThan(0)
})

test('keeps the trial and charges nothing during one', async () => {
  const { ctx } = await aSubscriber({ trial: 7 })
  expect(await proUpgradeDetails(ctx)).toMatchObject({
    trialing: true,
    amount_today: 0,
    charged: 0,
    credit: 0,
    next_charge_at: ctx.now() + 7 * DAY,
    next_amount: 999,
  })
})

test('sends a user without a plan to checkout', async () => {
  const shop = await aBillingFixture()
  const free = await shop.as(await shop.customer())
  await expect(proUpgradeDetails(free)).rejects.toMatchObject({
    code: 'conflict',
    detail: { redirectTo: '/subscribe/pro_plus' },
  })
  expect(shop.emulator.control.calls()).toEqual([])
})

test('refuses a user on Pro+, even when only Stripe knows', async () => {
  const world = await aSubscriber({ price: 'price_pro_month' })
  await expect(proUpgradeDetails(world.ctx)).rejects.toMatchObject({ code: 'already_subscribed' })
  const other = await aSubscriber()
  const [item] = (await other.shop.stripe.subscriptions.retrieve(other.subscription)).items.data
  await other.shop.stripe.subscriptions.update(other.subscription, {
    items: [{ id: item?.id ?? '', price: 'price_pro_month' }],
  })
  await expect(proUpgradeDetails(other.ctx)).rejects.toMatchObject({ code: 'already_subscribed' })
  expect(await other.ctx.db.select().from(subscriptions)).toMatchObject([{ tier: 'pro' }])
})

test('requires an open payment first, even when only Stripe knows', async () => {
  const debtor = await aDebtor()
  const refused = { code: 'conflict', detail: { redirectTo: '/settings/billing' } }
  await expect(proUpgradeDetails(debtor.ctx)).rejects.toMatchObject(refused)
  await debtor.ctx.db.update(subscriptions).set({ status: 'active', past_due_since: null })
  await expect(proUpgradeDetails(debtor.ctx)).rejects.toMatchObject(refused)
})

test.each([
  ['app_store', 'the App Store', 'iOS'],
  ['google_play', 'Google Play', 'Android'],
] as const)('tells a user billed by %s where to get Pro+', async (...given) => {
  const [payment_type, store, device] = given
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await aSubscription(shop.ctx.db, user, { tier: 'intermediate_pro', payment_type, stripe_subscription_id: null })
  await expect(proUpgradeDetails(await shop.as(user))).rejects.toMatchObject({
    code: 'store_billed',
    message: `You currently have a Pro subscription on ${store}. Please upgrade to Pro+ on your ${device} device.`,
  })
  expect(shop.emulator.control.calls()).toEqual([])
})
