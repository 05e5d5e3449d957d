import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { aSubscription } from '../../testing/rows.ts'
import { readBilling } from './read-billing.ts'
import { readInvoice } from './read-invoice.ts'
import { aDebtor, aSubscriber, pass, subscribed, theirPlan } from '../testing/subscribed-user.fixture.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'

const monthLater = (time: number) => Date.UTC(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth() + 1, 1, 12)

test('shows plan, price, next charge, card and invoices', async () => {
  const { ctx } = await aSubscriber()
  const renews = monthLater(ctx.now())
  expect(await readBilling(ctx)).toMatchObject({
    tier: 'intermediate_pro',
    payment_type: 'stripe',
    plan: {
      status: 'active',
      price_in_cents: 349,
      interval: 'month',
      current_period_end: renews,
      bookable: [{ plan: 'intermediate_pro', interval: 'year', price: 3499 }],
      upgradable: true,
    },
    next_charge: { amount: 349, currency: 'usd', at: renews },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
    invoices: [{ total: 349, currency: 'usd', status: 'paid', created: ctx.now() }],
    has_more: false,
    unavailable: [],
    publishable_key: 'pk_test_switchyard',
  })
})

test('shows exactly the next charge, lasting discounts included', async () => {
  const { ctx } = await aSubscriber({ coupon: 'forever10' })
  expect((await readBilling(ctx)).next_charge).toMatchObject({ amount: 314 })
})

test('shows the full price at the trial’s end as first charge', async () => {
  const { ctx } = await aSubscriber({ trial: 7 })
  const ends = ctx.now() + 7 * DAY
  expect(await readBilling(ctx)).toMatchObject({
    isTrialing: true,
    plan: { status: 'trialing', current_period_end: ends },
    next_charge: { amount: 349, at: ends },
  })
})

test('names what is due between renewal and charge', async () => {
  const renewing = await pass(await aSubscriber({ coupon: 'forever10' }), 31 * DAY + MINUTE)
  const due = { amount: 314, at: Date.UTC(2026, 3, 1, 12), promotions: [{ name: 'FOREVER10' }] }
  expect((await readBilling(renewing.ctx)).next_charge).toMatchObject(due)
  await renewing.shop.stripe.subscriptions.update(renewing.subscription, { cancel_at_period_end: true })
  const canceled = await pass(renewing, MINUTE)
  expect((await readBilling(canceled.ctx)).next_charge).toMatchObject(due)
  const charged = await pass(canceled, HOUR)
  expect((await readBilling(charged.ctx)).next_charge).toBeNull()
})

test('shows until when the plan lasts after a failed payment', async () => {
  const { ctx } = await aDebtor()
  const { plan } = await readBilling(ctx)
  expect(plan).toMatchObject({ status: 'past_due', bookable: [], upgradable: false })
  expect(plan?.grace_ends_at).toBeGreaterThan(ctx.now())
})

test.each([
  ['pro', false],
  ['legacy_pro', true],
] as const)('one press upgrades %s to Pro+: %s', async (tier, upgradable) => {
  const { ctx } = await aSubscriber()
  await ctx.db.update(subscriptions).set({ plan_id: tier, tier })
  expect((await readBilling({ ...ctx, stripe: () => Promise.reject(new Error('away')) })).plan).toMatchObject({
    upgradable,
  })
})

test.each(['free', 'store'] as const)('tells a user on %s so without asking Stripe', async (kind) => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  if (kind === 'store') {
    await aSubscription(shop.ctx.db, user, {
      tier: 'intermediate_pro',
      payment_type: 'app_store',
      stripe_subscription_id: null,
    })
  }
  const before = shop.emulator.control.calls().length
  expect(await readBilling(await shop.as(user))).toMatchObject({
    payment_type: kind === 'store' ? 'app_store' : null,
    next_charge: null,
    card: null,
    invoices: [],
    unavailable: [],
  })
  expect(shop.emulator.control.calls()).toHaveLength(before)
})

test('shows what D1 knows while Stripe is down', async () => {
  const { ctx } = await aSubscriber()
  const away = { ...ctx, stripe: () => Promise.reject(new Error('away')) }
  expect(await readBilling(away)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { status: 'active', price_in_cents: 349 },
    next_charge: null,
    card: null,
    invoices: [],
    unavailable: ['next_charge', 'card', 'credit', 'invoices'],
  })
})

test('shows what Stripe says after a lost webhook', async () => {
  const { ctx, shop, subscription } = await aSubscriber()
  await shop.stripe.subscriptions.cancel(subscription)
  const told = await readBilling(ctx)
  expect(told).toMatchObject({ tier: 'free', plan: null, next_charge: null, unavailable: [] })
  expect(await ctx.db.select().from(subscriptions)).toMatchObject([{ status: 'canceled' }])
})

test('notices a cancellation and a price of which no event told', async () => {
  const { ctx, shop, subscription } = await aSubscriber()
  await shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const canceled = await readBilling(ctx)
  expect(canceled).toMatchObject({ next_charge: null, unavailable: [] })
  expect(canceled.plan?.ends_at).toBe(canceled.plan?.current_period_end)
  const [item] = (await shop.stripe.subscriptions.retrieve(subscription)).items.data
  await shop.stripe.subscriptions.update(subscription, {
    cancel_at_period_end: false,
    items: [{ id: item?.id ?? '', price: 'price_pro_month' }],
  })
  expect(await readBilling(ctx)).toMatchObject({ tier: 'pro', plan: { price_in_cents: 999, ends_at: null } })
})

test('notices a plan of which no event told', async () => {
  const { ctx } = await aSubscriber()
  await ctx.db.delete(subscriptions)
  expect(await readBilling(ctx)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { status: 'active' },
    unavailable: [],
  })
})

test('reads once while Stripe and D1 agree', async () => {
  const { ctx } = await aSubscriber()
  const [{ begun } = { begun: 0 }] = await ctx.db.select({ begun: users.stripe_sync_begun }).from(users)
  await readBilling(ctx)
  expect(await ctx.db.select({ begun: users.stripe_sync_begun }).from(users)).toEqual([{ begun }])
})

test('shows an invoice with its lines, and hides other users’', async () => {
  const world = await aSubscriber({ coupon: 'forever10' })
  const [row] = (await readBilling(world.ctx)).invoices
  expect(await readInvoice(world.ctx, row?.id ?? '')).toMatchObject({
    status: 'paid',
    subtotal: 349,
    discount: 35,
    total: 314,
    amount_paid: 314,
    billed_to: { email: world.user.email },
    lines: [{ amount: 349 }],
    paid_at: world.ctx.now(),
  })
  const other = await subscribed(world.shop, {})
  for (const id of [row?.id ?? '', 'in_unknown', '../customers', 'in_x/pay']) {
    await expect(readInvoice(other.ctx, id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('keeps the invoices of a former subscriber', async () => {
  const world = await aSubscriber()
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  await pass(world, 1000)
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'free', plan: null, invoices: [{ total: 349 }] })
  expect((await theirPlan(world)).status).toBe('canceled')
})
