/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Settings } from '../../system/context/env.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { aCard } from '../testing/billing.fixture.ts'
import { aSubscriber, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { mailOnSchedule } from './mail-about-money.ts'
import { kinds, live, mails } from './money-mails.fixture.ts'

const YEARLY = { price: 'price_intermediate_pro_year' }

/** Runs the schedule every half hour with these settings, and says when mails of this kind went out. */
async function momentsOf(world: Subscriber, kind: string, ms: number, settings: Partial<Settings> = {}) {
  const { shop } = world
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, ...settings } }
  const moments: string[] = []
  for (let passed = 0; passed < ms; passed += HOUR / 2) {
    shop.wait(HOUR / 2)
    await shop.deliver()
    const before = kinds(shop).filter((each) => each === kind).length
    await mailOnSchedule(ctx)
    await shop.drain()
    if (kinds(shop).filter((each) => each === kind).length > before) moments.push(new Date(ctx.now()).toISOString())
  }
  return moments
}

async function inZone({ shop, user }: Subscriber, timezone: string) {
  await shop.ctx.db.update(users).set({ timezone }).where(eq(users.id, user.id))
}

/** Goes on a few days before the plan renews, for tests that look at hours. */
async function goTo({ shop }: Subscriber, daysBefore: number) {
  const [held] = await shop.ctx.db.select().from(subscriptions)
  const until = (held?.current_period_end ?? 0) - daysBefore * DAY - shop.ctx.now()
  shop.wait(until)
  await shop.deliver()
}

test("a trial's end is announced three days before, at nine", async () => {
  const world = await aSubscriber({ trial: 7 })
  await inZone(world, 'America/New_York')
  // The trial ends on March 8, 2026, the day on which the clocks go forward.
  expect(await momentsOf(world, 'trial_ending', 5 * DAY)).toEqual(['2026-03-05T14:00:00.000Z'])
  const [mail, ...others] = mails(world.shop, 'trial_ending')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your free trial of Switchyard Pro ends on March 8, 2026')
  expect(mail?.text).toContain('On that day we charge $3.49 to your Visa ending in 4242.')
  expect(mail?.text).toContain('http://localhost:8788/settings/billing?ask=cancel')
})

test.each([
  [3, ['receipt']],
  [4, ['receipt', 'trial_ending']],
])('a trial of %d days gets the mails %j', async (trial, expected) => {
  const world = await aSubscriber({ trial })
  await live(world.shop, trial * DAY - HOUR, HOUR)
  expect(kinds(world.shop)).toEqual(expected)
})

test("a canceled trial's end is not announced", async () => {
  const { shop, subscription } = await aSubscriber({ trial: 7 })
  await shop.deliver()
  await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await live(shop, 8 * DAY, 12 * HOUR)
  expect(kinds(shop)).toEqual(['receipt', 'canceled'])
})

test.each([
  [15, '2027-02-14T09:00:00.000Z'],
  [30, '2027-01-30T09:00:00.000Z'],
  [45, '2027-01-15T09:00:00.000Z'],
])('a yearly plan is announced %d days before, once', async (RENEWAL_NOTICE_DAYS, moment) => {
  const world = await aSubscriber(YEARLY)
  await goTo(world, RENEWAL_NOTICE_DAYS + 1)
  const moments = await momentsOf(world, 'renewal', 2 * DAY, { RENEWAL_NOTICE_DAYS })
  expect(moments).toEqual([moment])
  const [mail] = mails(world.shop, 'renewal')
  expect(mail?.subject).toBe('Switchyard Pro renews on March 1, 2027 for $34.99')
  expect(mail?.text).toContain('On that day we charge $34.99 to your Visa ending in 4242.')
  expect(mail?.text).toContain('Cancel your plan:\nhttp://localhost:8788/settings/billing?ask=cancel')
})

test('the announced amount is what the discounted year costs', async () => {
  const world = await aSubscriber({ ...YEARLY, coupon: 'forever10' })
  await goTo(world, 20)
  await live(world.shop, 21 * DAY, DAY)
  const charges = world.shop.emulator.store.all('charge').map(({ amount }) => amount)
  expect([charges, mails(world.shop, 'renewal')[0]?.subject]).toEqual([
    [3149, 3149],
    'Switchyard Pro renews on March 1, 2027 for $31.49',
  ])
})

test('a monthly renewal is not announced', async () => {
  const { shop } = await aSubscriber()
  await live(shop, 35 * DAY, DAY)
  expect(kinds(shop)).toEqual(['receipt', 'receipt'])
})

async function cardExpires({ shop, customer }: Subscriber, exp_month: number, exp_year: number) {
  const [card] = (await shop.stripe.paymentMethods.list({ customer })).data
  await shop.stripe.paymentMethods.update(card?.id ?? '', { card: { exp_month, exp_year } })
  await shop.deliver()
}

test('a card that expires before the next charge is announced', async () => {
  const world = await aSubscriber()
  await cardExpires(world, 3, 2026)
  await live(world.shop, 30 * DAY, DAY)
  const [mail, ...others] = mails(world.shop, 'card_expiring')
  expect(others).toEqual([])
  expect(mail?.text).toContain('Your Visa ending in 4242 expires before your next payment: $3.49 on April 1, 2026.')
  expect(mail?.text).toContain('http://localhost:8788/settings/billing?ask=card')
})

test("the customer's card counts where the plan has none of its own", async () => {
  const world = await aSubscriber()
  const { stripe } = world.shop
  const [old] = (await stripe.paymentMethods.list({ customer: world.customer })).data
  const other = await aCard(world.shop, 'otherGood')
  await stripe.paymentMethods.attach(other, { customer: world.customer })
  await stripe.customers.update(world.customer, { invoice_settings: { default_payment_method: other } })
  await stripe.paymentMethods.detach(old?.id ?? '')
  await cardExpires(world, 3, 2026)
  await live(world.shop, 30 * DAY, DAY)
  expect((await stripe.subscriptions.retrieve(world.subscription)).default_payment_method).toBeNull()
  expect(mails(world.shop, 'card_expiring')[0]?.text).toContain('Your Mastercard ending in 4444 expires')
})

test('a card that is good on the day is not announced', async () => {
  const world = await aSubscriber()
  await cardExpires(world, 4, 2026)
  await live(world.shop, 30 * DAY, DAY)
  expect(kinds(world.shop)).toEqual(['receipt'])
})

test('a card renewed in time is not announced', async () => {
  const world = await aSubscriber()
  await cardExpires(world, 3, 2026)
  await cardExpires(world, 3, 2031)
  await live(world.shop, 30 * DAY, DAY)
  expect(kinds(world.shop)).toEqual(['receipt'])
})

test('each fact about money is mailed once', async () => {
  const world = await aSubscriber()
  const { shop, subscription } = world
  const [charge] = shop.emulator.store.all('charge')
  await cardExpires(world, 3, 2026)
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
  await live(shop, 32 * DAY, DAY)
  await shop.stripe.subscriptions.cancel(subscription)
  await live(shop, HOUR)
  expect(kinds(shop)).toEqual(['receipt', 'refunded', 'card_expiring', 'receipt', 'canceled'])
})

test('without Stripe keys nothing is sent', async () => {
  const ctx = await testCtx({ settings: { STRIPE_SECRET_KEY: '' } })
  await mailOnSchedule(ctx)
  expect(ctx.jobs).toEqual([])
})
