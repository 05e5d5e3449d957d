import { DAY } from '../../contract/shared/durations.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { aSubscription } from '../../testing/rows.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { syncCustomer } from './sync-customer.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, type BillingFixture } from '../testing/billing.fixture.ts'
import { tierOf } from '../testing/bought-plan.fixture.ts'

const PAYING = { trial_used_at: 1 }

async function aSubscriber() {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const { subscription_id } = await subscribe(await shop.as(user), await anOrder(shop))
  const customer = await findOrCreateCustomer(shop.ctx, user.id)
  return { shop, user, subscription_id, customer }
}

const rows = (shop: BillingFixture) => shop.ctx.db.select().from(subscriptions)

test('changes nothing but when it was read, without news', async () => {
  const { shop, customer } = await aSubscriber()
  const before = await rows(shop)
  shop.ctx.advance(60_000)
  expect(await syncCustomer(shop.ctx, customer)).toMatchObject({ kind: 'written', changed: false })
  expect(await rows(shop)).toEqual(before.map((row) => ({ ...row, read_at: shop.ctx.now() })))
})

test('writes a change with a new version', async () => {
  const { shop, customer, subscription_id } = await aSubscriber()
  const [before] = await rows(shop)
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: true })
  expect(await syncCustomer(shop.ctx, customer)).toMatchObject({ kind: 'written', changed: true })
  const [after] = await rows(shop)
  expect(after).toMatchObject({ cancel_at_period_end: true, version: (before?.version ?? 0) + 1, id: before?.id })
  expect(after?.cancel_at).toBe(after?.current_period_end)
})

test('drops the older of two overlapping reads', async () => {
  const { shop, user, customer, subscription_id } = await aSubscriber()
  const asked = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const stripe = await shop.ctx.stripe()
  const old = { ...shop.ctx, stripe: async () => stripe }
  const list = stripe.subscriptions.list.bind(stripe.subscriptions)
  // The older sync has its response, and is held up before it writes.
  const held = list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice', 'data.pending_setup_intent'],
  })
  const stale = await held
  const late = Object.assign(Object.create(stripe), {
    subscriptions: Object.assign(Object.create(stripe.subscriptions), {
      list: () => {
        asked.resolve()
        return { autoPagingToArray: () => slow.promise.then(() => stale.data) }
      },
    }),
  })
  const older = syncCustomer({ ...old, stripe: async () => late }, customer)
  await asked.promise
  await shop.stripe.subscriptions.cancel(subscription_id)
  expect(await syncCustomer(shop.ctx, customer)).toMatchObject({ kind: 'written', changed: true })
  slow.resolve()
  expect(await older).toEqual({ kind: 'outdated' })
  expect(await tierOf(shop, user)).toBe('free')
})

test('ten reads at once agree', async () => {
  const { shop, user, customer } = await aSubscriber()
  const kinds = await Promise.all(Array.from({ length: 10 }, () => syncCustomer(shop.ctx, customer)))
  expect(kinds.some(({ kind }) => kind === 'written')).toBe(true)
  expect(await rows(shop)).toHaveLength(1)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

test('reports an unknown customer', async () => {
  const shop = await aBillingFixture()
  expect(await syncCustomer(shop.ctx, 'cus_nobody')).toEqual({ kind: 'unknown' })
})

test('shows a plan despite a newer attempt beside it', async () => {
  const { shop, user, customer } = await aSubscriber()
  await shop.stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_pro_month' }],
    payment_behavior: 'default_incomplete',
  })
  await syncCustomer(shop.ctx, customer)
  expect(await rows(shop)).toMatchObject([{ tier: 'intermediate_pro', status: 'active' }])
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

test('grants the tier of the product at a dashboard price', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const customer = await findOrCreateCustomer(shop.ctx, user.id)
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await shop.stripe.subscriptions.create({
    customer,
    default_payment_method: method.id,
    items: [
      { price_data: { product: 'prod_pro', currency: 'usd', unit_amount: 20_000, recurring: { interval: 'year' } } },
    ],
  })
  await syncCustomer(shop.ctx, customer)
  expect(await rows(shop)).toMatchObject([{ tier: 'pro', price_in_cents: 20_000, payment_interval: 'year' }])
  expect(await tierOf(shop, user)).toBe('pro')
})

test('grants nothing for a product that is not sold here', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const customer = await findOrCreateCustomer(shop.ctx, user.id)
  const { id: product } = await shop.stripe.products.create({ name: 'A mug' })
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const price_data = { product, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' as const } }
  await shop.stripe.subscriptions.create({ customer, default_payment_method: method.id, items: [{ price_data }] })
  expect(await syncCustomer(shop.ctx, customer)).toMatchObject({ kind: 'written', changed: false })
  expect(await rows(shop)).toEqual([])
})

test('ends what Stripe does not know, but not store plans', async () => {
  const shop = await aBillingFixture()
  const [gone, store] = [await shop.customer(PAYING), await shop.customer(PAYING)]
  await aSubscription(shop.ctx.db, gone, { tier: 'pro', stripe_subscription_id: 'sub_gone' })
  await aSubscription(shop.ctx.db, store, {
    tier: 'pro',
    payment_type: 'app_store',
    stripe_subscription_id: null,
  })
  for (const { id } of [gone, store]) await syncCustomer(shop.ctx, await findOrCreateCustomer(shop.ctx, id))
  expect(await tierOf(shop, gone)).toBe('free')
  expect(await tierOf(shop, store)).toBe('pro')
})

test('ends a canceled plan at once, even an unpaid one', async () => {
  const { shop, user, customer, subscription_id } = await aSubscriber()
  await shop.stripe.subscriptions.cancel(subscription_id)
  await syncCustomer(shop.ctx, customer)
  const [row] = await rows(shop)
  expect(row).toMatchObject({ status: 'canceled', ended_at: shop.ctx.now(), current_period_end: null })
  expect(await tierOf(shop, user)).toBe('free')
})

test('ends a plan by Stripe’s clock, even ahead of ours', async () => {
  const { shop, user, customer, subscription_id } = await aSubscriber()
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: true })
  shop.emulator.control.later(40 * DAY)
  expect((await shop.stripe.subscriptions.retrieve(subscription_id)).status).toBe('canceled')
  await syncCustomer(shop.ctx, customer)
  expect(await tierOf(shop, user)).toBe('free')
})

test('keeps the tier of a canceled plan until exactly its end', async () => {
  const { shop, user, customer, subscription_id } = await aSubscriber()
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: true })
  await syncCustomer(shop.ctx, customer)
  const [row] = await rows(shop)
  shop.wait((row?.cancel_at ?? 0) - shop.ctx.now() - 1000)
  await syncCustomer(shop.ctx, customer)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  shop.wait(2000)
  await syncCustomer(shop.ctx, customer)
  expect(await tierOf(shop, user)).toBe('free')
})

test("cancels the bank's question of a trial that has ended", async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await subscribe(await shop.as(user), await anOrder(shop, { trial: true, card: 'asks' }))
  shop.wait(60 * DAY)
  await syncCustomer(shop.ctx, await findOrCreateCustomer(shop.ctx, user.id))
  expect(shop.emulator.store.all('subscription')).toMatchObject([{ status: 'canceled' }])
  expect(shop.emulator.store.all('setup_intent')).toMatchObject([{ status: 'canceled' }])
})

test('turns an ended trial into a paid plan, trial used', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await subscribe(await shop.as(user), await anOrder(shop, { trial: true }))
  shop.wait(8 * 24 * 3_600_000)
  await shop.deliver()
  expect(await rows(shop)).toMatchObject([{ status: 'active' }])
  const [kept] = await shop.ctx.db.select().from(users).where(eq(users.id, user.id))
  expect(kept?.trial_used_at).toEqual(expect.any(Number))
  expect(shop.emulator.store.all('charge')).toMatchObject([{ amount: 349 }])
})

test('finds the plan behind a hundred and fifty attempts', async () => {
  const { shop, user, customer, subscription_id } = await aSubscriber()
  const { store } = shop.emulator
  const bought = store.require('subscription', subscription_id)
  for (let n = 0; n < 150; n++) {
    store.put('subscription', { ...bought, id: `sub_old${n}`, status: 'canceled', ended_at: 1, metadata: {} })
  }
  expect(await syncCustomer(shop.ctx, customer)).toMatchObject({ kind: 'written', changed: false })
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})
