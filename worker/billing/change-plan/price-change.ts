import type Stripe from 'stripe'
import { readLostPayments } from '../reversals/lost-payments.ts'
import { creditNotPaid, takesBackInPreview } from './take-back.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { ProUpgradeDetails } from '../../contract/upgrade/upgrade.ts'
import type { UpgradePlan } from '../../contract/upgrade/upgrade-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

/** How long a previewed amount stays valid, in seconds. */
const PREVIEW_HOLDS = 30 * 60

/** A price that Stripe knows. */
export type StripePrice = PriceRow & { stripe_price_id: string }

/** A change of a Stripe subscription from its current price to another one. */
export type PriceChange = {
  stripe: Stripe
  customer: string
  subscription: Stripe.Subscription
  item: string
  price: StripePrice
  /** Seconds; null outside a trial. */
  trialEnd: number | null
  /** Params that undo a cancellation; null if the subscription renews. */
  goesOn: { cancel_at_period_end: false } | { cancel_at: '' } | null
  /** The param that brings Stripe Tax to a subscription without it. */
  tax: { automatic_tax?: { enabled: true } }
}

type ChangeCost = Pick<
  ProUpgradeDetails,
  'charged' | 'credit' | 'taken_back' | 'amount_today' | 'balance' | 'next_charge_at'
>

/** Throws `conflict` if the subscription has no item to change. */
export async function loadPriceChange(
  stripe: Stripe,
  billingCustomer: StripeBillingCustomer,
  price: StripePrice,
  tax: PriceChange['tax'] = {},
): Promise<PriceChange> {
  const subscription = await stripe.subscriptions.retrieve(billingCustomer.subscription_id)
  const item = subscription.items.data[0]
  if (!item) throw new AppError('conflict', { message: SENTENCES.plan_has_no_price })
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null
  // Asked of Stripe, because the event of a cancellation may be late.
  const ends = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const goesOn = ends ? undoCancelParams(subscription) : null
  return { stripe, customer: billingCustomer.customer, subscription, item: item.id, price, trialEnd, goesOn, tax }
}

/** Stripe undoes each kind of cancellation with its own param. */
export function undoCancelParams({ cancel_at_period_end }: Pick<Stripe.Subscription, 'cancel_at_period_end'>) {
  return cancel_at_period_end ? { cancel_at_period_end: false as const } : { cancel_at: '' as const }
}

/** True if Stripe has that price already: a response was lost, or another tab was faster. */
export function hasPriceAlready({ subscription, price }: Pick<PriceChange, 'subscription' | 'price'>): boolean {
  return subscription.items.data[0]?.price.id === price.stripe_price_id
}

/** The same params for the preview and for the change itself. */
export function changeParams({ item, price, goesOn }: PriceChange, proration_date: number) {
  return {
    items: [{ id: item, price: price.stripe_price_id }],
    proration_behavior: 'always_invoice' as const,
    proration_date,
    ...goesOn,
  }
}

/** A trial continues at the new price without a charge, but Stripe would preview the charge at its end. */
export async function previewCost(change: PriceChange, proration_date: number): Promise<ChangeCost> {
  const { stripe, customer, subscription, trialEnd } = change
  if (trialEnd !== null) {
    return { charged: 0, credit: 0, taken_back: 0, amount_today: 0, balance: 0, next_charge_at: trialEnd * 1000 }
  }
  const [whole, lost] = await Promise.all([
    previewInvoice(change, proration_date, 0),
    readLostPayments(stripe, customer, subscription.id),
  ])
  const taken_back = creditNotPaid(whole.lines.data, lost)
  const invoice = taken_back > 0 ? await previewInvoice(change, proration_date, taken_back) : whole
  const lines = invoice.lines.data
  return {
    charged: lines.reduce((sum, line) => sum + Math.max(0, line.amount), 0) - taken_back,
    credit: lines.reduce((sum, line) => sum + Math.max(0, -line.amount), 0),
    taken_back,
    amount_today: invoice.amount_due,
    // Below zero where the total is too small to charge.
    balance: invoice.amount_due - invoice.starting_balance - invoice.total,
    next_charge_at: nextPeriodEnd(change, lines),
  }
}

function previewInvoice(change: PriceChange, proration_date: number, taken_back: number): Promise<Stripe.Invoice> {
  const { stripe, customer, subscription, tax } = change
  return stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: changeParams(change, proration_date),
    ...takesBackInPreview(change, taken_back),
    ...tax,
  })
}

/** The end of the period at the new price, in ms; a credit line ends with the old period. */
function nextPeriodEnd({ price }: PriceChange, lines: readonly Stripe.InvoiceLineItem[]): number {
  const own = lines.filter(({ amount, pricing }) => {
    const billed = pricing?.price_details?.price
    return amount >= 0 && expandableId(billed) === price.stripe_price_id
  })
  return Math.max(...(own.length > 0 ? own : lines).map(({ period }) => period.end)) * 1000
}

/** What the page showed, in cents; what it did not show counts as it is now. */
export type PromisedAmount = Pick<UpgradePlan, 'amount_today' | 'price'>

/**
 * Asks what the change costs now. Throws `conflict` if that is no longer exactly what was promised, as after a renewal;
 * today's charge alone hides another price in a trial, or where credit pays.
 */
export async function requireSameAmount(
  change: PriceChange,
  proration_date: number,
  { amount_today, price }: PromisedAmount,
): Promise<ChangeCost> {
  // Stripe refuses a date from before the period.
  if (proration_date < (change.subscription.items.data[0]?.current_period_start ?? 0)) throw changed()
  const now = await previewCost(change, proration_date)
  const { amount } = change.price
  if ((amount_today ?? now.amount_today) !== now.amount_today || (price ?? amount) !== amount) throw changed()
  return now
}

/** Throws `conflict` if the preview is too old, or from the future. `now`: ms. */
export function requireFreshPreview(proration_date: number, now: number): void {
  const age = now / 1000 - proration_date
  if (age < 0 || age > PREVIEW_HOLDS) throw changed()
}

function changed(): AppError {
  return new AppError('conflict', { attribute: 'amount_today', message: SENTENCES.amount_changed })
}
