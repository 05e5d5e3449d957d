/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { getMe } from '../../users/accounts/get-me.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { missedEvents } from './catch-up-events.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { subscribe_attempts, subscriptions, trial_cards } from '../../db/schema/billing.ts'
import { stripe_events } from '../../db/schema/stripe-events.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { aBoughtPlan, tierOf } from '../testing/bought-plan.fixture.ts'

const PAYING = { trial_used_at: 1 }
const QUARTER = 15 * 60_000
const CREATE = 'POST /v1/subscriptions'

const QUIET = {
  subscribe_attempts: 0,
  unhandled: 0,
  missed: 0,
  subscriptions: 0,
  promotions: 0,
  schedules: 0,
  account: 0,
  credit: 0,
}

async function repairs(shop: BillingFixture) {
  const found = await reconcile(shop.ctx)
  return Object.fromEntries(Object.entries(found).map(([name, part]) => [name, part?.repaired]))
}

test('repairs nothing when nothing was lost', async () => {
  const { shop } = await aBoughtPlan()
  shop.ctx.advance(QUARTER)
  expect(await repairs(shop)).toEqual(QUIET)
  shop.ctx.advance(QUARTER)
  expect(await repairs(shop)).toEqual(QUIET)
})

test('ends a plan canceled in Stripe within 15 minutes, webhook lost', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  await reconcile(shop.ctx)
  shop.emulator.control.webhooks.mode('lost')
  await shop.stripe.subscriptions.cancel(subscription_id)
  await shop.deliver()
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  shop.ctx.advance(QUARTER)
  expect((await repairs(shop))['missed']).toBeGreaterThan(0)
  expect(await tierOf(shop, user)).toBe('free')
  shop.ctx.advance(QUARTER)
  // The queue had no time for the job that looks for credit to refund.
  expect(await repairs(shop)).toEqual({ ...QUIET, credit: 1 })
})

test('finds a change that no event reported', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  const { store } = shop.emulator
  store.put('subscription', { ...store.require('subscription', subscription_id), status: 'unpaid' })
  shop.ctx.advance(QUARTER)
  expect(await repairs(shop)).toEqual({ ...QUIET, subscriptions: 1 })
  expect(await tierOf(shop, user)).toBe('free')
})

test('grants a paid plan within 15 minutes of a crash', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  shop.emulator.control.webhooks.mode('lost')
  shop.emulator.control.fail({ kind: 'drop_after_commit', on: CREATE })
  await subscribe(await shop.as(user), await anOrder(shop), { key: 'a' }).catch(() => {})
  expect(await tierOf(shop, user)).toBe('free')
  shop.ctx.advance(QUARTER)
  expect((await repairs(shop))['subscribe_attempts']).toBe(1)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toMatchObject([{ state: 'succeeded' }])
  expect(await atStripe(shop, user)).toHaveLength(1)
  expect(shop.emulator.store.all('charge')).toHaveLength(1)
})

test('does not charge an absent user after a crash', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  const order = await anOrder(shop, { trial: true })
  shop.emulator.control.fail({ kind: 'drop', on: CREATE })
  await subscribe(await shop.as(user), order, { key: 'a' }).catch(() => {})
  shop.ctx.advance(QUARTER)
  await reconcile(shop.ctx)
  expect(await atStripe(shop, user)).toEqual([])
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toMatchObject([{ state: 'refused' }])
  expect(await shop.ctx.db.select().from(trial_cards)).toEqual([])
  const again = subscribe(await shop.as(user), order, { key: 'a' })
  await expect(again).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await subscribe(await shop.as(user), order, { key: 'b' })).toMatchObject({ status: 'trialing' })
})

test('a trial that nobody confirms at the bank ends within a day', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await subscribe(await shop.as(user), await anOrder(shop, { trial: true, card: 'asks' }))
  shop.wait(22 * HOUR)
  await reconcile(shop.ctx)
  expect(await atStripe(shop, user)).toMatchObject([{ status: 'trialing' }])
  shop.wait(2 * HOUR)
  expect((await repairs(shop))['subscribe_attempts']).toBe(1)
  expect(await atStripe(shop, user)).toMatchObject([{ status: 'canceled' }])
  expect(await shop.ctx.db.select().from(trial_cards)).toEqual([])
  expect(await getMe(await shop.as(user))).toMatchObject({ tier: 'free', eligible_for_trial: true })
})

test('handles an event that the queue lost', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  await shop.stripe.subscriptions.cancel(subscription_id)
  await shop.emulator.control.webhooks.deliver()
  shop.ctx.jobs.length = 0
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  shop.ctx.advance(QUARTER)
  expect((await repairs(shop))['unhandled']).toBeGreaterThan(0)
  expect(await tierOf(shop, user)).toBe('free')
  expect((await shop.ctx.db.select().from(stripe_events)).filter((row) => row.processed_at === null)).toEqual([])
})

test('takes nothing away while Stripe is down, and catches up', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  shop.emulator.control.webhooks.mode('lost')
  await shop.stripe.subscriptions.cancel(subscription_id)
  shop.emulator.control.fail({ kind: 'drop', times: 1000 })
  shop.ctx.advance(QUARTER)
  expect(await reconcile(shop.ctx)).toMatchObject({ missed: null })
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  shop.emulator.control.clearFaults()
  shop.ctx.advance(QUARTER)
  await reconcile(shop.ctx)
  expect(await tierOf(shop, user)).toBe('free')
})

test('asks nothing without Stripe keys', async () => {
  const shop = await aBillingFixture()
  const settings = { ...shop.ctx.settings, STRIPE_SECRET_KEY: '' }
  expect(await reconcile({ ...shop.ctx, settings })).toEqual({
    subscribe_attempts: null,
    unhandled: null,
    missed: null,
    subscriptions: null,
    promotions: null,
    schedules: null,
    account: null,
    credit: null,
  })
  expect(shop.emulator.control.calls()).toEqual([])
})

test('rereads every live subscription, run after run', async () => {
  const { shop } = await aBoughtPlan()
  const user = await shop.customer(PAYING)
  await subscribe(await shop.as(user), await anOrder(shop))
  expect(await shop.ctx.db.select().from(subscriptions)).toHaveLength(2)
  expect((await reconcile(shop.ctx)).subscriptions).toEqual({ looked: 2, repaired: 0 })
  expect((await reconcile(shop.ctx)).subscriptions).toEqual({ looked: 2, repaired: 0 })
})

test('an unreadable subscription does not delay the others', async () => {
  const { shop } = await aBoughtPlan()
  await subscribe(await shop.as(await shop.customer(PAYING)), await anOrder(shop))
  await reconcile(shop.ctx)
  const { control, store } = shop.emulator
  for (const each of store.all('subscription')) store.put('subscription', { ...each, status: 'unpaid' })
  control.fail({ kind: '500', on: 'GET /v1/subscriptions' })
  shop.ctx.advance(QUARTER)
  expect((await reconcile(shop.ctx)).subscriptions).toEqual({ looked: 2, repaired: 1 })
  expect((await reconcile(shop.ctx)).subscriptions).toEqual({ looked: 2, repaired: 1 })
})

test('failing attempts do not delay later ones', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  shop.emulator.control.fail({ kind: 'drop', on: CREATE })
  await subscribe(await shop.as(user), await anOrder(shop), { key: 'a' }).catch(() => {})
  const [lost] = await shop.ctx.db.select().from(subscribe_attempts)
  for (let nth = 0; nth < 20; nth++) {
    const other = await shop.customer({ stripe_customer_id: `cus_bad_${nth}` })
    const bad = { id: `op_bad_${nth}`, user_id: other.id, stripe_subscription_id: `sub_bad_${nth}`, updated_at: nth }
    await shop.ctx.db.insert(subscribe_attempts).values({ ...lost!, ...bad })
  }
  shop.emulator.control.fail({ kind: '500', on: 'GET /v1/subscriptions/*', times: 1000 })
  for (let run = 0; run < 2; run++) {
    shop.ctx.advance(QUARTER)
    await reconcile(shop.ctx)
  }
  const [ended] = await shop.ctx.db.select().from(subscribe_attempts).where(eq(subscribe_attempts.id, lost!.id))
  expect(ended).toMatchObject({ state: 'refused' })
})

test('failing events do not delay later ones', async () => {
  const { shop, subscription_id } = await aBoughtPlan()
  const failed = Array.from({ length: 60 }, (_, nth) => ({
    id: `evt_bad_${nth}`,
    type: 'charge.dispute.created',
    customer: null,
    created_at: nth,
    received_at: 0,
    attempts: 5,
  }))
  for (const row of failed) await shop.ctx.db.insert(stripe_events).values(row)
  await shop.stripe.subscriptions.cancel(subscription_id)
  await shop.emulator.control.webhooks.deliver()
  shop.ctx.jobs.length = 0
  shop.emulator.control.fail({ kind: '500', on: 'GET /v1/events/*', times: 1000 })
  shop.ctx.advance(QUARTER)
  await reconcile(shop.ctx)
  const left = (await shop.ctx.db.select().from(stripe_events)).filter((row) => row.processed_at === null)
  expect(left.map(({ id }) => id).toSorted()).toEqual(failed.map(({ id }) => id).toSorted())
})

test('catches up with more missed events than a portion takes', async () => {
  const { shop, subscription_id } = await aBoughtPlan()
  await reconcile(shop.ctx)
  shop.emulator.control.webhooks.mode('lost')
  for (let nth = 0; nth < 150; nth++) {
    shop.wait(MINUTE)
    await shop.stripe.subscriptions.update(subscription_id, { metadata: { nth: String(nth) } })
  }
  await shop.deliver()
  const portions: boolean[] = []
  for (let more = true; more; portions.push(more)) more = (await missedEvents(shop.ctx, shop.ctx.now(), 1)).more
  expect(portions).toEqual([true, false])
  const listed = await shop.stripe.events
    .list({ type: 'customer.subscription.updated', limit: 100 })
    .autoPagingToArray({ limit: 1000 })
  const stored = new Set((await shop.ctx.db.select().from(stripe_events)).map(({ id }) => id))
  expect(listed.length).toBeGreaterThanOrEqual(150)
  expect(listed.filter(({ id }) => !stored.has(id))).toEqual([])
})

test('asks for no more event types at once than Stripe takes', async () => {
  const { shop } = await aBoughtPlan()
  await reconcile(shop.ctx)
  const asked = shop.emulator.control.calls().filter(({ method, path }) => method === 'GET' && path === '/v1/events')
  expect(asked.length).toBeGreaterThan(1)
  for (const { params } of asked) expect(params.match(/types/g)?.length ?? 0).toBeLessThanOrEqual(20)
})
