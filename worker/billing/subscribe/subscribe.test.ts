import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { countTries } from '../../db/rate-limit.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { aSubscription } from '../../testing/rows.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { SUBSCRIBE_PER_USER, subscribe } from './subscribe.ts'
import { subscribe_attempts, subscriptions, trial_cards } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, VOID_BEHAVIORS } from '../testing/billing.fixture.ts'

/** A buyer without a trial, who pays at once. */
const PAYING = { trial_used_at: 1 }

// §1-15 §3-08
test('charges a good card and answers with the tier', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  const answer = await subscribe(me, await anOrder(shop))
  expect(answer).toEqual({
    subscription_id: expect.stringMatching(/^sub_/),
    status: 'active',
    payment_interval: 'month',
    price_in_cents: 349,
    product_id: 'prod_intermediate_pro',
    pending_setup_intent: null,
    latest_invoice: { payment_intent: expect.toSatisfy((intent) => intent === null || intent.status === 'succeeded') },
    permissions: {
      multi_action: { minimum_tier: 'intermediate_pro', permitted: true },
      multi_service_account: { minimum_tier: 'pro', permitted: false },
      queries: { minimum_tier: 'pro', permitted: false },
      filter_code: { minimum_tier: 'pro', permitted: false },
    },
    error: null,
    errors: [],
  })
  expect((await getMe(await shop.as(user)))?.tier).toBe('intermediate_pro')
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toMatchObject([{ state: 'succeeded', leased_until: 0 }])
})

test('Pro+ permits filter code, queries, several accounts and several actions', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  const { permissions, ...answer } = await subscribe(me, await anOrder(shop, { plan: 'pro', price_type: 'yearly' }))
  expect(answer).toMatchObject({ payment_interval: 'year', price_in_cents: 9999, product_id: 'prod_pro' })
  expect(Object.values(permissions).every(({ permitted }) => permitted)).toBe(true)
})

// §5-01
test('refuses a total that an earlier payment or credit changed', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const ctx = await shop.as(user)
  const customer = await findOrCreateCustomer(shop.ctx, user.id)
  await shop.stripe.customers.createBalanceTransaction(customer, { amount: 30, currency: 'usd' })
  const order = await anOrder(shop)
  await expect(subscribe(ctx, { ...order, balance: 0 })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The amount has changed. Please check it again.',
  })
  expect(shop.emulator.store.all('subscription')).toEqual([])
  await subscribe(ctx, { ...order, balance: 30 })
  expect(shop.emulator.store.all('charge')).toMatchObject([{ amount: 379 }])
})

test('rejects a price outside the catalog at attribute price', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  const order = await anOrder(shop)
  for (const price of [
    { ...order.price, price_in_cents: 1 },
    { ...order.price, price_in_cents: 350 },
    { ...order.price, price_type: 'yearly' as const },
    { ...order.price, currency: 'eur' },
  ]) {
    await expect(subscribe(me, { ...order, price })).rejects.toMatchObject({
      code: 'price_refused',
      status: 422,
      message: 'Choose a price between $1.99 USD and $100 USD',
      detail: { attribute: 'price' },
    })
  }
  await expect(subscribe(me, { ...order, product_id: 'prod_pro' })).rejects.toMatchObject({
    detail: { attribute: 'product_id' },
  })
  await expect(subscribe(me, { ...order, plan_id: 'platinum' })).rejects.toMatchObject({
    detail: { attribute: 'plan_id' },
  })
  expect(await atStripe(shop, user)).toEqual([])
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toEqual([])
})

test('sells a legacy plan again to its former subscribers only', async () => {
  const shop = await aBillingFixture()
  const [stranger, returning] = [await shop.customer(PAYING), await shop.customer(PAYING)]
  await aSubscription(shop.ctx.db, returning, { tier: 'legacy_pro', status: 'canceled' })
  const order = await anOrder(shop)
  const legacy = (price_in_cents: number) => ({
    ...order,
    plan_id: 'legacy_pro',
    product_id: 'prod_legacy_pro',
    price: { price_type: 'monthly' as const, price_in_cents, currency: 'usd' },
  })
  await expect(subscribe(await shop.as(stranger), legacy(500))).rejects.toMatchObject({ code: 'invalid_input' })
  const me = await shop.as(returning)
  for (const cents of [198, 10_001, -500, 0]) {
    await expect(subscribe(me, legacy(cents)), String(cents)).rejects.toMatchObject({ code: 'price_refused' })
  }
  expect(await subscribe(me, legacy(512))).toMatchObject({ status: 'active', price_in_cents: 512 })
  const [bought] = await atStripe(shop, returning)
  expect(bought?.items.data[0]?.price.unit_amount).toBe(512)
})

test('refuses a user billed by a store without asking Stripe', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  await aSubscription(shop.ctx.db, user, {
    tier: 'intermediate_pro',
    payment_type: 'app_store',
    stripe_subscription_id: null,
  })
  const buying = subscribe(await shop.as(user), await anOrder(shop, { plan: 'pro' }))
  await expect(buying).rejects.toMatchObject({
    code: 'store_billed',
    status: 403,
    message: 'You currently have a Pro subscription on the App Store. Please upgrade to Pro+ on your iOS device.',
  })
  expect(shop.emulator.store.all('customer')).toEqual([])
})

test('rejects a second subscription, even when only Stripe knows the first', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  await subscribe(await shop.as(user), await anOrder(shop))
  const again = async () => subscribe(await shop.as(user), await anOrder(shop, { plan: 'pro' }))
  await expect(again()).rejects.toMatchObject({ code: 'already_subscribed', status: 409 })
  await shop.ctx.db.delete(subscriptions)
  await expect(again()).rejects.toMatchObject({ code: 'already_subscribed' })
  expect(await atStripe(shop, user)).toHaveLength(1)
})

test('rejects a payment method that is unknown or another user’s', async () => {
  const shop = await aBillingFixture()
  const owner = await shop.as(await shop.customer(PAYING))
  const thief = await shop.as(await shop.customer(PAYING))
  const order = await anOrder(shop)
  await subscribe(owner, order)
  await expect(subscribe(thief, order)).rejects.toMatchObject({ code: 'card_declined' })
  await expect(subscribe(thief, { ...order, payment_method: 'pm_unknown' })).rejects.toMatchObject({
    code: 'card_declined',
  })
})

// §7-22
test.each(VOID_BEHAVIORS)('answers declines in Stripe’s words, then another card works: void %s', async (afterVoid) => {
  const shop = await aBillingFixture({ afterVoid })
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  const said = []
  for (const card of ['dead', 'noFunds', 'failsAtCharge'] as const) {
    const buying = subscribe(me, await anOrder(shop, { card }))
    said.push(await buying.catch((error: unknown) => error))
  }
  expect(said).toMatchObject([
    { code: 'card_declined', status: 402, message: 'Your card was declined.' },
    { code: 'card_declined', message: 'Your card has insufficient funds.' },
    { code: 'card_declined', message: 'Your card was declined.' },
  ])
  const data = said.map((error) => (error instanceof AppError ? error.envelope.errors[0]?.data : null))
  expect(data).toEqual(
    ['generic_decline', 'insufficient_funds', 'generic_decline'].map((decline_code) => ({ decline_code })),
  )
  const statuses = (await atStripe(shop, user)).map(({ status }) => status)
  expect(statuses.filter((status) => !['canceled', 'incomplete_expired'].includes(status))).toEqual([])
  expect((await getMe(await shop.as(user)))?.tier).toBe('free')
  expect(await subscribe(me, await anOrder(shop))).toMatchObject({ status: 'active' })
  const states = await shop.ctx.db.select({ state: subscribe_attempts.state }).from(subscribe_attempts)
  expect(states.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused', 'succeeded'])
})

// §2.3-09 §9-01
test('starts a first-time trial without a charge', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer({ eligible_trial_period: 14 })
  const answer = await subscribe(await shop.as(user), await anOrder(shop, { trial: true }))
  expect(answer).toMatchObject({ status: 'trialing', pending_setup_intent: null })
  const [bought] = await atStripe(shop, user)
  const twoWeeks = 14 * 24 * 60 * 60
  expect((bought?.trial_end ?? 0) - (bought?.trial_start ?? 0)).toBe(twoWeeks)
  expect(await getMe(await shop.as(user))).toMatchObject({
    tier: 'intermediate_pro',
    isTrialing: true,
    eligible_for_trial: false,
  })
  expect(await shop.ctx.db.select().from(trial_cards)).toMatchObject([{ user_id: user.id }])
  expect(shop.emulator.store.all('charge')).toEqual([])
})

test('gives no trial to a card that had one elsewhere', async () => {
  const shop = await aBillingFixture()
  const [first, second, third] = [await shop.customer(), await shop.customer(), await shop.customer()]
  await subscribe(await shop.as(first), await anOrder(shop, { trial: true }))
  const promised = subscribe(await shop.as(second), await anOrder(shop, { trial: true }))
  await expect(promised).rejects.toMatchObject({ code: 'trial_refused', status: 422, detail: { attribute: 'trial' } })
  expect(await atStripe(shop, second)).toEqual([])
  expect(await subscribe(await shop.as(second), await anOrder(shop, { trial: false }))).toMatchObject({
    status: 'active',
  })
  const other = await anOrder(shop, { card: 'otherGood' })
  expect(await subscribe(await shop.as(third), other)).toMatchObject({ status: 'trialing' })
})

test('does not count a trial whose card was declined', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  const dead = subscribe(await shop.as(user), await anOrder(shop, { card: 'dead', trial: true }))
  await expect(dead).rejects.toMatchObject({ code: 'card_declined' })
  expect(await shop.ctx.db.select().from(trial_cards)).toEqual([])
  expect(await getMe(await shop.as(user))).toMatchObject({ tier: 'free', eligible_for_trial: true })
  expect(await subscribe(await shop.as(user), await anOrder(shop, { trial: true }))).toMatchObject({
    status: 'trialing',
  })
})

test('charges a student the yearly student price at once', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer({ student: true }))
  const order = await anOrder(shop, { price_type: 'yearly' })
  await expect(subscribe(me, order)).rejects.toMatchObject({ code: 'price_refused' })
  await expect(subscribe(me, await anOrder(shop))).rejects.toMatchObject({ code: 'price_refused' })
  const price = { ...order.price, price_in_cents: 1999 }
  expect(await subscribe(me, { ...order, price })).toMatchObject({ status: 'active', price_in_cents: 1999 })
  const other = await shop.as(await shop.customer(PAYING))
  await expect(subscribe(other, { ...(await anOrder(shop)), price })).rejects.toMatchObject({ code: 'price_refused' })
})

test('stops a user who tries card after card', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  for (let tries = 1; tries < SUBSCRIBE_PER_USER.tries; tries++) {
    await countTries(me, { limit: SUBSCRIBE_PER_USER, whom: user.id })
  }
  const order = await anOrder(shop, { card: 'dead' })
  await expect(subscribe(me, order)).rejects.toMatchObject({ code: 'card_declined' })
  await expect(subscribe(me, order)).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
})
