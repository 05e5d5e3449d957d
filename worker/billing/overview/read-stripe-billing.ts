import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { AskedOfStripe, Card, Charge, Credit, Invoices } from '../../contract/billing/billing-overview.ts'
import { log } from '../../log/log.ts'
import { expandedObject } from '../../stripe/expandable.ts'
import { creditReach } from '../credit/credit-reach.ts'
import { hasOpenReview } from '../credit/credit-review.ts'
import { readCredit } from '../credit/read-credit.ts'
import { bookedChange } from '../subscription-schedule/next-plan.ts'
import { whatRenews } from '../subscription-schedule/what-renews.ts'
import { subscriptionEndsAt } from './subscription-end.ts'
import { PROMOTION_FIELDS, promotionsOf } from './next-promotions.ts'
import { readInvoices } from './list-invoices.ts'
import { contradicts, isPlan, isRefusal } from './stripe-contradicts.ts'
import { liveSubscription, type BillingCustomer, type SubscriptionRow } from '../customer/billing-customer.ts'

/** The settings page waits this long for Stripe, then shows the rest without it. */
const PATIENCE = { timeout: 4000, maxNetworkRetries: 0 }

type Answers = {
  next_charge: Charge | null
  card: Card | null
  credit: Credit | null
  invoices: Invoices
  unavailable: AskedOfStripe[]
  /** Stripe knows another plan than D1, so D1 has to be synced. */
  contradicted: boolean
}

/** What only Stripe knows, asked in parallel. Never rejects: parts that failed are listed in `unavailable`. */
export async function readStripeBilling(ctx: Ctx, { currentPlan, customer }: BillingCustomer): Promise<Answers> {
  const unavailable: AskedOfStripe[] = []
  let contradicted = false
  const ask = async <T>(what: AskedOfStripe, otherwise: T, call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await call(await ctx.stripe())
    } catch (error) {
      log('warn', 'stripe_unavailable', { what, message: error instanceof Error ? error.message : '' })
      unavailable.push(what)
      contradicted ||= isRefusal(error)
      return otherwise
    }
  }
  const none: Invoices = { invoices: [], has_more: false }
  if (!customer) return { next_charge: null, card: null, credit: null, invoices: none, unavailable, contradicted }
  let retrieved: Promise<Stripe.Customer | Stripe.DeletedCustomer> | undefined
  const owner = (stripe: Stripe) =>
    (retrieved ??= stripe.customers.retrieve(
      customer,
      { expand: ['invoice_settings.default_payment_method'] },
      PATIENCE,
    ))
  const [next_charge, paying, credit, invoices] = await Promise.all([
    ask('next_charge', null, (stripe) => nextCharge(stripe, customer, currentPlan)),
    ask('card', { card: null, contradicted: false }, async (stripe) =>
      cardOf(stripe, await owner(stripe), currentPlan),
    ),
    ask('credit', null, async (stripe) =>
      readCredit(stripe, await owner(stripe), () => isRefundComing(ctx, currentPlan, customer), PATIENCE),
    ),
    ask('invoices', none, (stripe) =>
      readInvoices(stripe, { customer, live: liveSubscription({ currentPlan }) }, PATIENCE),
    ),
  ])
  return {
    next_charge,
    card: paying.card,
    credit,
    invoices,
    unavailable,
    contradicted: contradicted || paying.contradicted,
  }
}

/** Exactly what Stripe will charge next, discounts and credits included. Null if nothing more is charged. */
async function nextCharge(stripe: Stripe, customer: string, held: SubscriptionRow | null): Promise<Charge | null> {
  if (!held?.stripe_subscription_id || held.current_period_end === null || subscriptionEndsAt(held) !== null)
    return null
  if (!RENEWING.includes(held.status)) return null
  const preview = await stripe.invoices.createPreview(
    { customer, ...whatRenews(held, held.stripe_subscription_id), expand: PROMOTION_FIELDS },
    PATIENCE,
  )
  return chargeOf(preview, held, held.current_period_end)
}

/** A running plan's end brings one; after it, only an open review does. */
async function isRefundComing(ctx: Ctx, currentPlan: SubscriptionRow | null, customer: string): Promise<boolean> {
  return liveSubscription({ currentPlan }) !== null || hasOpenReview(ctx, customer)
}

function chargeOf(preview: Stripe.Invoice, held: SubscriptionRow, at: number): Charge {
  const { amount_due: amount, currency, total, starting_balance } = preview
  const promotions = promotionsOf(preview)
  const credit = Math.max(0, -starting_balance)
  const card = creditReach(credit, {
    first: total,
    price: held.price_in_cents,
    promotions,
    interval: held.payment_interval,
    first_at: at,
    anchor: held.current_period_start ?? at,
    booked: bookedChange(held),
  })
  return { amount, currency, at, promotions, credit: Math.min(credit, Math.max(0, total)), card }
}

const RENEWING: readonly SubscriptionRow['status'][] = ['active', 'trialing', 'past_due']

/** The card that pays the subscription: its own, else the customer's default; and whether D1 knows this subscription. */
async function cardOf(
  stripe: Stripe,
  billingCustomer: Stripe.Customer | Stripe.DeletedCustomer,
  held: SubscriptionRow | null,
) {
  const known = held?.status === 'canceled' ? null : held
  const own = known?.stripe_subscription_id
  const [subscription, others] = await Promise.all([
    own ? stripe.subscriptions.retrieve(own, { expand: ['default_payment_method', 'latest_invoice'] }, PATIENCE) : null,
    known
      ? null
      : stripe.subscriptions.list({ customer: billingCustomer.id, expand: ['data.latest_invoice'] }, PATIENCE),
  ])
  const theirs = billingCustomer.deleted
    ? null
    : expandedObject(billingCustomer.invoice_settings.default_payment_method)
  return {
    card: toCard((expandedObject(subscription?.default_payment_method) ?? theirs)?.card),
    contradicted:
      known && subscription ? contradicts(known, subscription) : (others?.data.some((other) => isPlan(other)) ?? false),
  }
}

function toCard(card: Stripe.PaymentMethod.Card | undefined): Card | null {
  return card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null
}
