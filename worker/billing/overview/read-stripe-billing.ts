import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { AskedOfStripe, Card, Charge, Invoices } from '../../contract/billing/billing-overview.ts'
import { log } from '../../log/log.ts'
import { expandedOf } from '../../stripe/expandable.ts'
import { subscriptionEndsAt } from './subscription-end.ts'
import { readInvoices } from './list-invoices.ts'
import type { BillingCustomer, SubscriptionRow } from '../customer/billing-customer.ts'

/** A page that only looks waits this long for Stripe, and shows the rest without it. */
const PATIENCE = { timeout: 4000, maxNetworkRetries: 0 }

type Answers = { next_charge: Charge | null; card: Card | null; invoices: Invoices; unavailable: AskedOfStripe[] }

/** What only Stripe knows of a payer, all asked at once. Never rejects: what did not answer is in `unavailable`. */
export async function readStripeBilling(ctx: Ctx, { held, customer }: BillingCustomer): Promise<Answers> {
  const unavailable: AskedOfStripe[] = []
  const ask = async <T>(what: AskedOfStripe, otherwise: T, call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await call(await ctx.stripe())
    } catch (error) {
      log('warn', 'stripe_unavailable', { what, message: error instanceof Error ? error.message : '' })
      unavailable.push(what)
      return otherwise
    }
  }
  const none: Invoices = { invoices: [], has_more: false }
  if (!customer) return { next_charge: null, card: null, invoices: none, unavailable }
  const [next_charge, card, invoices] = await Promise.all([
    ask('next_charge', null, (stripe) => nextCharge(stripe, customer, held)),
    ask('card', null, (stripe) => cardOf(stripe, customer, held)),
    ask('invoices', none, (stripe) => readInvoices(stripe, customer, {}, PATIENCE)),
  ])
  return { next_charge, card, invoices, unavailable }
}

/** Exactly what Stripe will ask for, with whatever comes off or on. Null where nothing more is charged. */
async function nextCharge(stripe: Stripe, customer: string, held: SubscriptionRow | null): Promise<Charge | null> {
  if (!held?.stripe_subscription_id || held.current_period_end === null || subscriptionEndsAt(held) !== null)
    return null
  if (!RENEWING.includes(held.status)) return null
  const preview = await stripe.invoices.createPreview({ customer, subscription: held.stripe_subscription_id }, PATIENCE)
  return { amount: preview.amount_due, currency: preview.currency, at: held.current_period_end }
}

const RENEWING: readonly SubscriptionRow['status'][] = ['active', 'trialing', 'past_due']

/** What the subscription is paid with: its own card, else the customer's. */
async function cardOf(stripe: Stripe, customer: string, held: SubscriptionRow | null): Promise<Card | null> {
  const own = held?.status === 'canceled' ? null : held?.stripe_subscription_id
  const [subscription, payer] = await Promise.all([
    own ? stripe.subscriptions.retrieve(own, { expand: ['default_payment_method'] }, PATIENCE) : null,
    stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }, PATIENCE),
  ])
  const theirs = payer.deleted ? null : expandedOf(payer.invoice_settings.default_payment_method)
  const card = (expandedOf(subscription?.default_payment_method) ?? theirs)?.card
  return card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null
}
