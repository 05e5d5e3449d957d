import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { readSubscription } from './read-subscription.ts'
import { subscribe } from './subscribe.ts'
import { users } from '../../db/schema/accounts.ts'
import { readBilling } from '../overview/read-billing.ts'
import { subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { aDebtor, theirPlan } from '../testing/subscribed-user.fixture.ts'
import { MINUTE } from '../../contract/shared/durations.ts'

const PAYING = { trial_used_at: 1 }

const tierOf = async (shop: BillingFixture, user: { id: string }) => (await getMe(await shop.as(user)))?.tier
const attempts = async (shop: BillingFixture) =>
  (await shop.ctx.db.select().from(subscribe_attempts)).map(({ state }) => state)
const statuses = async (shop: BillingFixture, user: { id: string }) =>
  (await atStripe(shop, user)).map(({ status }) => status)

/** A buyer at 3-D Secure whose invoice an operator voids; Stripe calls the subscription active. */
async function voidedAtTheBank() {
  const shop = await aBillingFixture({ afterVoid: 'activates' })
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  const order = await anOrder(shop, { card: 'asks' })
  const { subscription_id } = await subscribe(me, order, { key: 'a' })
  const [bought] = await atStripe(shop, user)
  await shop.stripe.invoices.voidInvoice(String(bought?.latest_invoice))
  expect(await statuses(shop, user)).toEqual(['active'])
  return { shop, user, me, order, subscription_id, customer: String(bought?.customer) }
}

test('grants nothing for an active subscription whose only invoice is void', async () => {
  const { shop, user, customer } = await voidedAtTheBank()
  await syncCustomer(shop.ctx, customer)
  expect(await shop.ctx.db.select().from(subscriptions)).toMatchObject([
    { status: 'incomplete', payment_told_at: null },
  ])
  expect(await tierOf(shop, user)).toBe('free')
  expect(await attempts(shop)).toEqual(['awaiting'])
})

test('reads billing once where the only plan at Stripe is void', async () => {
  const { shop, me, customer } = await voidedAtTheBank()
  await syncCustomer(shop.ctx, customer)
  const begun = () => shop.ctx.db.select({ begun: users.stripe_sync_begun }).from(users)
  const before = await begun()
  expect(await readBilling(me)).toMatchObject({ tier: 'free', plan: null })
  expect(await begun()).toEqual(before)
})

test('prefers a paid subscription to a newer one whose invoice is void', async () => {
  const { shop, user, customer } = await voidedAtTheBank()
  const [bought] = shop.emulator.store.all('subscription')
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
  const paid = await shop.stripe.subscriptions.create({
    customer,
    default_payment_method: method.id,
    items: [{ price: 'price_pro_month' }],
  })
  shop.emulator.store.put('subscription', { ...bought!, created: paid.created + 1 })
  await syncCustomer(shop.ctx, customer)
  expect(await tierOf(shop, user)).toBe('pro')
})

test('cancels a subscription whose only invoice is void within 15 minutes', async () => {
  const { shop, user } = await voidedAtTheBank()
  shop.ctx.advance(15 * MINUTE)
  await reconcile(shop.ctx)
  expect(await statuses(shop, user)).toEqual(['canceled'])
  expect(await attempts(shop)).toEqual(['refused'])
  expect(await tierOf(shop, user)).toBe('free')
})

test('a re-read refuses a subscription whose only invoice is void', async () => {
  const { shop, user, me, subscription_id } = await voidedAtTheBank()
  await expect(readSubscription(me, subscription_id)).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await statuses(shop, user)).toEqual(['canceled'])
})

test('never answers active for a subscription whose only invoice is void', async () => {
  const { shop, me, subscription_id } = await voidedAtTheBank()
  await shop.ctx.db.update(subscribe_attempts).set({ state: 'refused' })
  expect(await readSubscription(me, subscription_id)).toMatchObject({ status: 'incomplete' })
})

test('repeats the decline after Stripe failed to cancel', async () => {
  const shop = await aBillingFixture({ afterVoid: 'activates' })
  const user = await shop.customer(PAYING)
  const order = await anOrder(shop, { card: 'failsAtCharge' })
  const buy = async () => subscribe(await shop.as(user), order, { key: 'a' })
  shop.emulator.control.fail({ kind: '500', on: 'DELETE /v1/subscriptions/*' })
  await expect(buy()).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await tierOf(shop, user)).toBe('free')
  await expect(buy()).rejects.toMatchObject({ code: 'card_declined', message: 'Your card was declined.' })
  expect(await statuses(shop, user)).toEqual(['canceled'])
  expect(await attempts(shop)).toEqual(['refused'])
})

test('a payment that comes in just before the void buys the plan', async () => {
  const shop = await aBillingFixture({ afterVoid: 'activates' })
  const user = await shop.customer(PAYING)
  const order = await anOrder(shop, { card: 'asks' })
  const answer = await subscribe(await shop.as(user), order, { key: 'a' })
  const stripe = await shop.ctx.stripe()
  const invoices = Object.assign(Object.create(stripe.invoices), {
    voidInvoice: async (id: string) => {
      shop.bank('yes', answer.latest_invoice?.payment_intent?.client_secret)
      return stripe.invoices.voidInvoice(id)
    },
  })
  const late = { ...(await shop.as(user)), stripe: async () => Object.assign(Object.create(stripe), { invoices }) }
  const second = subscribe(late, await anOrder(shop), { key: 'b' })
  await expect(second).rejects.toMatchObject({ code: 'already_subscribed' })
  expect(await statuses(shop, user)).toEqual(['active'])
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})

test('cancels an unpaid subscription whose invoice Stripe refuses to void', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  await subscribe(await shop.as(user), await anOrder(shop, { card: 'asks' }), { key: 'a' })
  const stripe = await shop.ctx.stripe()
  const invoices = Object.assign(Object.create(stripe.invoices), {
    voidInvoice: () => stripe.invoices.voidInvoice('in_unknown'),
  })
  const refused = { ...(await shop.as(user)), stripe: async () => Object.assign(Object.create(stripe), { invoices }) }
  expect(await subscribe(refused, await anOrder(shop), { key: 'b' })).toMatchObject({ status: 'active' })
  expect((await statuses(shop, user)).toSorted()).toEqual(['active', 'incomplete_expired'])
})

test('keeps the attempt open until Stripe has canceled', async () => {
  const { shop, user, me, subscription_id } = await voidedAtTheBank()
  const stripe = await shop.ctx.stripe()
  const kept = Object.assign(Object.create(stripe.subscriptions), {
    cancel: () => stripe.subscriptions.cancel('sub_unknown'),
  })
  const refused = { ...me, stripe: async () => Object.assign(Object.create(stripe), { subscriptions: kept }) }
  await expect(readSubscription(refused, subscription_id)).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await attempts(shop)).toEqual(['awaiting'])
  expect(await tierOf(shop, user)).toBe('free')
  shop.ctx.advance(15 * MINUTE)
  await reconcile(shop.ctx)
  expect(await statuses(shop, user)).toEqual(['canceled'])
  expect(await attempts(shop)).toEqual(['refused'])
})

test('keeps a paid plan whose later invoice is void', async () => {
  const world = await aDebtor()
  const { shop, user, customer } = world
  const { latest_invoice } = await theirPlan(world)
  await shop.stripe.invoices.voidInvoice(typeof latest_invoice === 'object' ? (latest_invoice?.id ?? '') : '')
  await syncCustomer(shop.ctx, customer)
  expect(await shop.ctx.db.select().from(subscriptions)).toMatchObject([{ status: 'active' }])
  expect(await tierOf(shop, user)).toBe('intermediate_pro')
})
