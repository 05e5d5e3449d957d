/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { stripe_events } from '../../db/schema/stripe-events.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { giveUpOnEvent } from '../../db/billing/stored-stripe-events.ts'
import { aBoughtPlan, tierOf } from '../testing/bought-plan.fixture.ts'

const PAYING = { trial_used_at: 1 }

/** An event that Stripe never sent, with a valid signature. */
async function anEvent(shop: BillingFixture, given: Record<string, unknown> = {}, secret = 'whsec_test', age = 0) {
  const object = { object: 'customer', id: 'cus_unknown' }
  const event = { id: 'evt_x', object: 'event', type: 'customer.updated', created: 1, livemode: false, ...given }
  const body = JSON.stringify({ data: { object }, ...event })
  return { body, signature: await signed(shop, body, secret, age) }
}

/** The header of an event that was sent `age` ms ago. */
function signed({ ctx, stripe }: BillingFixture, payload: string, secret: string, age = 0): Promise<string> {
  const timestamp = Math.floor((ctx.now() - age) / 1000)
  return stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
}

const rows = (shop: BillingFixture) => shop.ctx.db.select().from(stripe_events)

test('stores and queues an event, then reads its meaning from Stripe', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  await shop.stripe.subscriptions.cancel(subscription_id)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  await shop.deliver()
  expect(await tierOf(shop, user)).toBe('free')
  const told = await rows(shop)
  expect(told.find(({ type }) => type === 'customer.subscription.deleted')).toMatchObject({
    customer: expect.stringMatching(/^cus_/),
    attempts: 1,
    parked: null,
    processed_at: expect.any(Number),
  })
})

test('rejects unsigned, altered and old events (400)', async () => {
  const shop = await aBillingFixture()
  const good = await anEvent(shop)
  const other = await anEvent(shop, {}, 'whsec_of_somebody_else')
  const old = await anEvent(shop, {}, 'whsec_test', 301_000)
  for (const given of [
    { ...good, signature: '' },
    { ...good, signature: 'nonsense' },
    { ...good, signature: good.signature.replace('v1=', 'v0=') },
    { ...good, body: good.body.replace('cus_unknown', 'cus_another') },
    other,
    old,
  ]) {
    await expect(receiveWebhook(shop.ctx, given)).rejects.toMatchObject({ code: 'bad_signature', status: 400 })
  }
  expect(await rows(shop)).toEqual([])
  expect(shop.ctx.jobs).toEqual([])
  await expect(receiveWebhook(shop.ctx, good)).resolves.toEqual({ received: true })
})

test.each([null, {}, { object: null }, { object: 'x' }, 'x'])('parks a signed event with data %j', async (data) => {
  const shop = await aBillingFixture()
  await expect(receiveWebhook(shop.ctx, await anEvent(shop, { data }))).resolves.toEqual({ received: true })
  expect(await rows(shop)).toMatchObject([{ id: 'evt_x', parked: 'no_data', processed_at: shop.ctx.now() }])
  expect(shop.ctx.jobs).toEqual([])
})

test('accepts both secrets while one is replaced', async () => {
  const shop = await aBillingFixture()
  const settings = { ...shop.ctx.settings, STRIPE_WEBHOOK_SECRETS: ['whsec_new', 'whsec_test'] }
  const ctx = { ...shop.ctx, settings }
  const [before, after] = [await anEvent(shop, { id: 'evt_1' }), await anEvent(shop, { id: 'evt_2' }, 'whsec_new')]
  const third = await anEvent(shop, { id: 'evt_3' })
  const newer = await signed(shop, third.body, 'whsec_new')
  const both = `${third.signature},${newer.replace(/^t=\d+,/, '')}`
  for (const given of [before, after, { ...third, signature: both }]) {
    await expect(receiveWebhook(ctx, given)).resolves.toEqual({ received: true })
  }
  expect(await rows(shop)).toHaveLength(3)
})

test('rejects a live event with a test key (400)', async () => {
  const shop = await aBillingFixture()
  const live = await anEvent(shop, { livemode: true })
  await expect(receiveWebhook(shop.ctx, live)).rejects.toMatchObject({ code: 'bad_signature' })
  expect(await rows(shop)).toEqual([])
})

test('handles twenty simultaneous deliveries of one event once', async () => {
  const { shop, user } = await aBoughtPlan()
  const before = await shop.ctx.db.select().from(subscriptions)
  const customer = (await rows(shop))[0]?.customer
  const event = await anEvent(shop, { data: { object: { object: 'subscription', customer } }, type: 'invoice.paid' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => receiveWebhook(shop.ctx, event)))
  expect(answers).toHaveLength(20)
  await shop.drain()
  await receiveWebhook(shop.ctx, event)
  expect(shop.ctx.jobs).toEqual([])
  expect(await shop.ctx.db.select().from(subscriptions)).toEqual(before)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

test('ends where Stripe is, whatever the order of events', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: true })
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: false })
  await shop.stripe.subscriptions.update(subscription_id, { cancel_at_period_end: true })
  shop.emulator.control.webhooks.mode('reorder')
  await shop.deliver()
  expect(await shop.ctx.db.select().from(subscriptions)).toMatchObject([{ cancel_at_period_end: true }])
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

test('agrees with the buyer’s answer when the webhook comes first', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const order = await anOrder(shop)
  shop.emulator.control.fail({ kind: 'drop_after_commit', on: 'POST /v1/subscriptions' })
  await subscribe(await shop.as(user), order, { key: 'a' }).catch(() => {})
  await shop.deliver()
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  const answer = await subscribe(await shop.as(user), order, { key: 'a' })
  expect(answer).toMatchObject({ status: 'active' })
  expect(await atStripe(shop, user)).toHaveLength(1)
  const [row] = await shop.ctx.db.select().from(subscriptions)
  expect(row?.stripe_subscription_id).toBe(answer.subscription_id)
})

test.each([
  ['of an unknown customer', {}, 'unknown_customer'],
  ['of an unknown type', { type: 'treasury.opened' }, 'unknown_type'],
  ['without a customer', { type: 'invoice.paid', data: { object: { object: 'invoice' } } }, 'no_customer'],
  ['of an older version', { api_version: '2019-01-01' }, 'unknown_customer'],
])('parks an event %s with the reason', async (_, given, parked) => {
  const shop = await aBillingFixture()
  const event = await anEvent(shop, given)
  await receiveWebhook(shop.ctx, event)
  await shop.drain()
  expect(await rows(shop)).toMatchObject([{ parked, processed_at: expect.any(Number), attempts: 1 }])
  await receiveWebhook(shop.ctx, event)
  expect(shop.ctx.jobs).toEqual([])
})

test('answers an error when the queue refuses, so Stripe resends', async () => {
  const shop = await aBillingFixture()
  const event = await anEvent(shop)
  const queue = { send: () => Promise.reject(new Error('The queue is full.')) }
  await expect(receiveWebhook({ ...shop.ctx, queue }, event)).rejects.toThrow('The queue is full.')
  await receiveWebhook(shop.ctx, event)
  expect(shop.ctx.jobs).toEqual([{ kind: 'stripe_event', id: 'evt_x' }])
})

test('keeps a row for an abandoned event and handles its retry', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  await shop.stripe.subscriptions.cancel(subscription_id)
  await shop.emulator.control.webhooks.deliver()
  shop.emulator.control.fail({ kind: 'drop', times: 100 })
  const ids = shop.ctx.jobs.splice(0).flatMap((job) => (job.kind === 'stripe_event' ? [job.id] : []))
  for (const id of ids) {
    await handleStripeEvent(shop.ctx, id).catch(() => {})
    await giveUpOnEvent(shop.ctx, id)
  }
  const lost = (await rows(shop)).filter(({ parked }) => parked === 'gave_up')
  expect(lost.map(({ type }) => type)).toContain('customer.subscription.deleted')
  shop.emulator.control.clearFaults()
  for (const { id } of lost) await handleStripeEvent(shop.ctx, id)
  expect(await tierOf(shop, user)).toBe('free')
  expect((await rows(shop)).filter(({ parked }) => parked === 'gave_up')).toEqual([])
})

test('takes the plan of a customer deleted at Stripe', async () => {
  const { shop, user } = await aBoughtPlan()
  const [before] = await shop.ctx.db.select().from(users).where(eq(users.id, user.id))
  await shop.stripe.customers.del(before?.stripe_customer_id ?? '')
  await shop.deliver()
  expect(await tierOf(shop, user)).toBe('free')
  const answer = await subscribe(await shop.as(user), await anOrder(shop))
  expect(answer.status).toBe('active')
  const [after] = await shop.ctx.db.select().from(users).where(eq(users.id, user.id))
  expect(after?.stripe_customer_id).not.toBe(before?.stripe_customer_id)
})

/** The plan after each refund, dispute or warning event: none changes it on its own. */
test.each([
  ['charge.refunded', 'intermediate_pro'],
  ['charge.dispute.created', 'intermediate_pro'],
  ['radar.early_fraud_warning.created', 'intermediate_pro'],
])('%s alone takes nothing away', async (type, tier) => {
  const { shop, user } = await aBoughtPlan()
  const [charge] = shop.emulator.store.all('charge')
  if (type === 'charge.refunded') await shop.stripe.refunds.create({ charge: charge?.id ?? '' })
  const object = type === 'charge.refunded' ? charge : { object: 'dispute', id: 'dp_1', charge: charge?.id }
  await receiveWebhook(shop.ctx, await anEvent(shop, { type, data: { object } }))
  await shop.deliver()
  expect(await tierOf(shop, user)).toBe(tier)
})

test('grants nothing while a subscription is paused', async () => {
  const { shop, user, subscription_id } = await aBoughtPlan()
  const { store } = shop.emulator
  const put = async (status: 'paused' | 'active') => {
    store.put('subscription', { ...store.require('subscription', subscription_id), status })
    const customer = (await rows(shop)).find((row) => row.customer)?.customer
    const type = `customer.subscription.${status === 'paused' ? 'paused' : 'resumed'}`
    const data = { object: { object: 'subscription', customer } }
    await receiveWebhook(shop.ctx, await anEvent(shop, { id: `evt_${status}`, type, data }))
    await shop.drain()
  }
  await put('paused')
  expect(await tierOf(shop, user)).toBe('free')
  await put('active')
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})
