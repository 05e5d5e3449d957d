import type Stripe from 'stripe'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { AskedOfStripe, Billing, Card, Charge, Invoices } from '../../contract/billing/billing-overview.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { creditReach } from '../credit/credit-reach.ts'
import { readCredit } from '../credit/read-credit.ts'
import { endedByDispute } from '../disputes/ended-by-dispute.ts'
import { bookedChange, whatRenews } from '../subscription-schedule/next-plan.ts'
import { readInvoicePayment, waitsForBank } from '../sync/invoice-payment.ts'
import { subscriptionEndsAt } from './subscription-end.ts'
import { PROMOTION_FIELDS, promotionsOf } from '../promotions/next-promotions.ts'
import { readInvoices } from './list-invoices.ts'
import { contradicts, isPlan, isRefusal } from './stripe-contradicts.ts'
import { liveSubscription, type BillingCustomer } from '../customer/billing-customer.ts'
import { hasOpenReview } from '../../db/billing/credit-refunds.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** Stripe charges a renewal an hour after it drafted it, and up to three days where webhooks fail. */
const DRAFT_LASTS = 3 * DAY
/** The settings page waits this long for Stripe, then shows the rest without it. */
const PATIENCE = { timeout: 4000, maxNetworkRetries: 0 }

type Answers = Pick<Billing, 'next_charge' | 'card' | 'awaits_bank' | 'credit' | 'ended_by_dispute' | 'unavailable'> & {
  invoices: Invoices
  /** Stripe knows another plan than D1, so D1 has to be synced. */
  contradicted: boolean
}

/** Reads what only Stripe knows, asked in parallel. Never rejects: parts that failed are listed in `unavailable`. */
export async function readStripeBilling(ctx: Ctx, billingCustomer: BillingCustomer): Promise<Answers> {
  const { currentPlan, customer } = billingCustomer
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
  const unknown = { card: null, awaits_bank: false, ended_by_dispute: null, contradicted: false }
  if (!customer) return { ...unknown, next_charge: null, credit: null, invoices: none, unavailable, contradicted }
  let retrieved: Promise<Stripe.Customer | Stripe.DeletedCustomer> | undefined
  const owner = (stripe: Stripe) =>
    (retrieved ??= stripe.customers.retrieve(
      customer,
      { expand: ['invoice_settings.default_payment_method'] },
      PATIENCE,
    ))
  const [next_charge, paying, credit, invoices] = await Promise.all([
    ask(
      'next_charge',
      null,
      async (stripe) => currentPlan && nextCharge({ stripe, customer, held: currentPlan, now: ctx.now() }, PATIENCE),
    ),
    ask('card', unknown, async (stripe) => cardOf(stripe, await owner(stripe), currentPlan)),
    ask('credit', null, async (stripe) =>
      readCredit(stripe, await owner(stripe), () => isRefundComing(ctx, currentPlan, customer), { options: PATIENCE }),
    ),
    ask('invoices', none, (stripe) => readInvoices(stripe, billingCustomer, { customer }, PATIENCE)),
  ])
  return {
    ...paying,
    next_charge,
    credit,
    invoices,
    unavailable,
    contradicted: contradicted || paying.contradicted,
  }
}

/**
 * Exactly what Stripe will charge next, discounts, credits and a booked plan included: in the hour after a renewal its
 * draft, else the next renewal. Null if nothing more is charged. Throws what Stripe's client throws.
 */
export async function nextCharge(
  { stripe, customer, held, now }: { stripe: Stripe; customer: string; held: SubscriptionRow; now: number },
  options: Stripe.RequestOptions = {},
): Promise<Charge | null> {
  const { stripe_subscription_id: subscription, current_period_start, current_period_end } = held
  if (!subscription || current_period_end === null || !RENEWING.includes(held.status)) return null
  const period = current_period_start === null ? null : { subscription, begun: current_period_start, now }
  const draft = period && (await renewalDraft(stripe, period, options))
  if (draft) return chargeOf(draft, held, draft.created * 1000)
  if (subscriptionEndsAt(held) !== null) return null
  const preview = await stripe.invoices.createPreview(
    { customer, ...whatRenews(held, subscription), expand: PROMOTION_FIELDS },
    options,
  )
  return chargeOf(preview, held, current_period_end)
}

/** The invoice of the period that has begun, while Stripe has not charged it; else null. Times in ms. */
export async function renewalDraft(
  stripe: Stripe,
  { subscription, begun, now }: { subscription: string; begun: number; now: number },
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Invoice | null> {
  if (now >= begun + DRAFT_LASTS) return null
  const { data } = await stripe.invoices.list({ subscription, status: 'draft', limit: 10 }, options)
  const draft = data.find(({ billing_reason, auto_advance }) => billing_reason === 'subscription_cycle' && auto_advance)
  return draft ? stripe.invoices.retrieve(draft.id, { expand: PROMOTION_FIELDS }, options) : null
}

/** A running plan's end brings one; after it, only an open review does. */
async function isRefundComing(ctx: DbCtx, currentPlan: SubscriptionRow | null, customer: string): Promise<boolean> {
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

/**
 * The card that pays the subscription: its own, else the customer's default; whether its bank waits for the cardholder,
 * how the last subscription ended, and whether D1 knows this one.
 */
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
      : stripe.subscriptions.list(
          { customer: billingCustomer.id, status: 'all', expand: ['data.latest_invoice'] },
          PATIENCE,
        ),
  ])
  const theirs = billingCustomer.deleted
    ? null
    : expandedObject(billingCustomer.invoice_settings.default_payment_method)
  const owed = subscription?.status === 'past_due' || subscription?.status === 'unpaid'
  const invoice = owed ? expandableId(subscription.latest_invoice) : null
  return {
    awaits_bank: invoice !== null && waitsForBank(await readInvoicePayment(stripe, invoice, PATIENCE)),
    ended_by_dispute: endOfDisputed(others?.data ?? []),
    card: toCard((expandedObject(subscription?.default_payment_method) ?? theirs)?.card),
    contradicted:
      known && subscription ? contradicts(known, subscription) : (others?.data.some((other) => isPlan(other)) ?? false),
  }
}

/** When the newest subscription ended, in ms, if a dispute ended it. */
function endOfDisputed([newest]: readonly Stripe.Subscription[]): number | null {
  return newest?.ended_at && endedByDispute(newest) ? newest.ended_at * 1000 : null
}

function toCard(card: Stripe.PaymentMethod.Card | undefined): Card | null {
  return card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null
}
