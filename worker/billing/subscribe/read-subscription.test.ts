import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { readSubscription } from './read-subscription.ts'
import { subscribe } from './subscribe.ts'
import { subscribe_attempts, subscriptions, trial_cards } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, VOID_BEHAVIORS, type BillingFixture } from '../testing/billing.fixture.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { PAST_DUE_GRACE } from '../../contract/limits.ts'

const PAYING = { trial_used_at: 1 }

/** A buyer whose bank asks for 3-D Secure. */
async function asked(shop: BillingFixture, given = PAYING as { trial_used_at?: number }) {
  const user = await shop.customer(given)
  const order = await anOrder(shop, { card: 'asks' })
  const me = await shop.as(user)
  const answer = await subscribe(me, order, { key: 'first' })
  const secret = answer.latest_invoice?.payment_intent?.client_secret ?? answer.pending_setup_intent?.client_secret
  return { user, me, order, answer, secret: secret ?? '' }
}

const tierOf = async (shop: BillingFixture, user: { id: string }) => (await getMe(await shop.as(user)))?.tier

const stateOf = async (shop: BillingFixture) =>
  (await shop.ctx.db.select().from(subscribe_attempts)).map(({ state }) => state)

// §3-08
test('answers a secret and grants nothing until the bank agrees', async () => {
  const shop = await aBillingFixture()
  const { user, me, answer, secret } = await asked(shop)
  expect(answer).toMatchObject({
    status: 'incomplete',
    pending_setup_intent: null,
    latest_invoice: {
      payment_intent: {
        status: 'requires_action',
        client_secret: expect.stringMatching(/^pi_\w+_secret_/),
        payment_method: expect.stringMatching(/^pm_/),
      },
    },
    permissions: { multi_action: { permitted: false } },
  })
  expect(await tierOf(shop, user)).toBe('free')
  expect(await stateOf(shop)).toEqual(['awaiting'])
  shop.bank('yes', secret)
  const read = await readSubscription(me, answer.subscription_id)
  expect(read).toMatchObject({ status: 'active', permissions: { multi_action: { permitted: true } } })
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  expect(await stateOf(shop)).toEqual(['succeeded'])
})

test('grants nothing on a re-read while the bank still asks', async () => {
  const shop = await aBillingFixture()
  const { user, me, answer } = await asked(shop)
  expect(await readSubscription(me, answer.subscription_id)).toMatchObject({ status: 'incomplete', error: null })
  expect(await tierOf(shop, user)).toBe('free')
})

test.each(VOID_BEHAVIORS)('declined at the bank, nothing is owed, another card works: void %s', async (afterVoid) => {
  const shop = await aBillingFixture({ afterVoid })
  const { user, me, answer, secret } = await asked(shop)
  shop.bank('no', secret)
  await expect(readSubscription(me, answer.subscription_id)).rejects.toMatchObject({
    code: 'card_declined',
    status: 402,
    message: expect.stringMatching(/authenticat/),
  })
  expect(await stateOf(shop)).toEqual(['refused'])
  expect(await tierOf(shop, user)).toBe('free')
  expect(await subscribe(me, await anOrder(shop), { key: 'second' })).toMatchObject({ status: 'active' })
  expect((await atStripe(shop, user)).map(({ status }) => status)).not.toContain('incomplete')
  expect((await atStripe(shop, user)).filter(({ status }) => status === 'active')).toHaveLength(1)
})

test('resumes the same authentication by key until it expires after 23 hours', async () => {
  const shop = await aBillingFixture()
  const { user, me, order, answer, secret } = await asked(shop)
  const again = await subscribe(me, order, { key: 'first' })
  expect(again.subscription_id).toBe(answer.subscription_id)
  expect(again.latest_invoice?.payment_intent?.client_secret).toBe(secret)
  shop.wait(23 * HOUR + 1000)
  await expect(subscribe(me, order, { key: 'first' })).rejects.toMatchObject({ code: 'payment_failed' })
  expect((await atStripe(shop, user)).map(({ status }) => status)).toEqual(['incomplete_expired'])
  expect(await subscribe(me, await anOrder(shop), { key: 'second' })).toMatchObject({ status: 'active' })
})

test.each(VOID_BEHAVIORS)('another submit ends the payment that awaited authentication: void %s', async (afterVoid) => {
  const shop = await aBillingFixture({ afterVoid })
  const { user, me, secret } = await asked(shop)
  const second = await subscribe(me, await anOrder(shop, { plan: 'pro' }), { key: 'second' })
  expect(second.status).toBe('active')
  expect(() => shop.bank('yes', secret)).toThrow()
  const live = (await atStripe(shop, user)).filter(({ status }) => status === 'active')
  expect(live.map(({ id }) => id)).toEqual([second.subscription_id])
  expect(await stateOf(shop)).toEqual(['refused', 'succeeded'])
  expect(await tierOf(shop, user)).toBe('pro')
})

test('another submit finds a paid plan after a lost confirmation', async () => {
  const shop = await aBillingFixture()
  const { user, me, secret } = await asked(shop)
  shop.bank('yes', secret)
  const second = subscribe(me, await anOrder(shop, { plan: 'pro' }), { key: 'second' })
  await expect(second).rejects.toMatchObject({ code: 'already_subscribed' })
  expect(await atStripe(shop, user)).toMatchObject([{ status: 'active' }])
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

// §3-08
test('grants no trial before its card is confirmed', async () => {
  const shop = await aBillingFixture()
  const { user, me, answer, secret } = await asked(shop, {})
  expect(answer).toMatchObject({ status: 'trialing', pending_setup_intent: { client_secret: secret } })
  expect(secret).toMatch(/^seti_/)
  expect(await getMe(me)).toMatchObject({ tier: 'free', eligible_for_trial: true })
  expect(await stateOf(shop)).toEqual(['awaiting'])
  shop.bank('yes', secret)
  const read = await readSubscription(me, answer.subscription_id)
  expect(read).toMatchObject({ status: 'trialing', pending_setup_intent: null })
  expect(await getMe(await shop.as(user))).toMatchObject({ tier: 'intermediate_pro', isTrialing: true })
})

test('ends a trial at Stripe when its card is declined', async () => {
  const shop = await aBillingFixture()
  const { user, me, answer, secret } = await asked(shop, {})
  shop.bank('no', secret)
  await expect(readSubscription(me, answer.subscription_id)).rejects.toMatchObject({ code: 'card_declined' })
  expect(await atStripe(shop, user)).toMatchObject([{ status: 'canceled' }])
  expect(await shop.ctx.db.select().from(trial_cards)).toEqual([])
  expect(await getMe(await shop.as(user))).toMatchObject({ tier: 'free', eligible_for_trial: true })
})

test('answers 404 to foreign, unknown and malformed subscription ids', async () => {
  const shop = await aBillingFixture()
  const owner = await shop.as(await shop.customer(PAYING))
  const other = await shop.customer(PAYING)
  const { subscription_id } = await subscribe(owner, await anOrder(shop))
  await expect(readSubscription(await shop.as(other), subscription_id)).rejects.toMatchObject({ code: 'not_found' })
  await subscribe(await shop.as(other), await anOrder(shop))
  for (const id of [subscription_id, 'sub_unknown', '../customers', '']) {
    await expect(readSubscription(await shop.as(other), id), id).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a re-read applies Stripe’s changes: past due keeps the tier', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const { subscription_id } = await subscribe(await shop.as(user), await anOrder(shop))
  await shop.stripe.paymentMethods
    .create({ type: 'card', card: { token: 'tok_chargeCustomerFail' } })
    .then((method) => shop.stripe.paymentMethods.attach(method.id, { customer: customerId(shop) }))
    .then((method) => shop.stripe.subscriptions.update(subscription_id, { default_payment_method: method.id }))
  shop.wait(32 * 24 * HOUR)
  expect(await readSubscription(await shop.as(user), subscription_id)).toMatchObject({ status: 'past_due' })
  const [row] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user.id))
  const since = row?.past_due_since ?? 0
  expect(shop.ctx.now() - since).toBeLessThan(3 * 24 * HOUR)
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
  shop.ctx.advance(since + PAST_DUE_GRACE - shop.ctx.now())
  expect(await tierOf(shop, user)).toBe('free')
})

function customerId(shop: BillingFixture): string {
  return shop.emulator.store.all('customer')[0]?.id ?? ''
}
