import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { users } from '../../db/schema/accounts.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { aCard, aBillingFixture, type Card, type BillingFixture } from './billing.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'

type Given = {
  price?: string
  /** The legacy plan, at this many cents a month. */
  legacy?: number
  card?: Card
  /** Days. */
  trial?: number
  coupon?: string
}

/** A user with a plan at Stripe and in D1, and their context. By default Pro, monthly, paid with a good card. */
export async function aSubscriber(given: Given = {}) {
  const shop = await aBillingFixture()
  return { shop, ...(await subscribed(shop, given)) }
}
export type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

export async function subscribed(shop: BillingFixture, { card, trial, coupon, ...bought }: Given) {
  const user = await shop.customer({ trial_used_at: 0 })
  const { stripe } = shop
  const customer = await stripe.customers.create({ email: user.email, metadata: { user_id: user.id } })
  await shop.ctx.db.update(users).set({ stripe_customer_id: customer.id }).where(eq(users.id, user.id))
  const payment_method = await aCard(shop, card)
  await stripe.paymentMethods.attach(payment_method, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: payment_method } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [itemOf(bought)],
    default_payment_method: payment_method,
    ...(trial && { trial_period_days: trial }),
    ...(coupon && { discounts: [{ coupon }] }),
  })
  await syncCustomer(shop.ctx, customer.id)
  return { user, customer: customer.id, subscription: subscription.id, ctx: await shop.as(user) }
}

function itemOf({ price = 'price_intermediate_pro_month', legacy }: Pick<Given, 'price' | 'legacy'>) {
  if (legacy === undefined) return { price }
  const recurring = { interval: 'month' as const }
  return { price_data: { product: 'prod_legacy_pro', currency: 'usd', unit_amount: legacy, recurring } }
}

/** Replaces the card with one that fails when charged. */
export async function cardGoesBad({ shop, customer, subscription }: Subscriber, card: Card = 'failsAtCharge') {
  const default_payment_method = await aCard(shop, card)
  await shop.stripe.paymentMethods.attach(default_payment_method, { customer })
  await shop.stripe.subscriptions.update(subscription, { default_payment_method })
}

/** A Pro subscriber whose renewal failed. */
export async function aDebtor(): Promise<Subscriber> {
  const world = await aSubscriber()
  await cardGoesBad(world)
  return pass(world, 32 * DAY)
}

/** The user's subscription as Stripe has it now. */
export function theirPlan({
  shop,
  subscription,
}: Pick<Subscriber, 'shop' | 'subscription'>): Promise<Stripe.Subscription> {
  return shop.stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method', 'latest_invoice'] })
}

/** Moves time for us and Stripe, then syncs. The user signs in again, because sessions expire. */
export async function pass(world: Subscriber, ms: number): Promise<Subscriber> {
  const { shop, customer, ctx, user } = world
  ctx.advance(ms)
  shop.emulator.control.tick()
  await syncCustomer(shop.ctx, customer)
  return { ...world, ctx: await shop.as(user) }
}
