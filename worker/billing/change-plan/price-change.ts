import type Stripe from 'stripe'
import type { PriceRow } from '../offer/prices.ts'
import { subscriptionEndsAt } from '../overview/subscription-end.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { AppError } from '../../errors/app-error.ts'

/** A price that was shown holds so long, in seconds. */
const PREVIEW_HOLDS = 30 * 60

/** A price that Stripe knows. */
export type StripePrice = PriceRow & { stripe_price_id: string }

/** From the price that a subscription has at Stripe now to another one. */
export type PriceChange = {
  stripe: Stripe
  customer: string
  subscription: Stripe.Subscription
  item: string
  price: StripePrice
  /** Seconds; null where no trial runs. */
  trialEnd: number | null
  /** What takes its cancellation back; nothing where it goes on anyway. */
  goesOn: { cancel_at_period_end: false } | { cancel_at: '' } | null
}

/** Cents; times in ms. `credit`: what is left of the present price; `balance`: what of that is left over. */
export type ChangeCost = {
  /** What is charged before anything comes off. */
  charged: number
  credit: number
  amount_today: number
  balance: number
  next_charge_at: number
}

/** Throws `conflict` where there is nothing to change at Stripe. */
export async function loadPriceChange(
  stripe: Stripe,
  payer: StripeBillingCustomer,
  price: StripePrice,
): Promise<PriceChange> {
  const subscription = await stripe.subscriptions.retrieve(payer.subscription_id)
  const item = subscription.items.data[0]
  if (!item) throw new AppError('conflict')
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null
  const goesOn = subscriptionEndsAt(payer.held) === null ? null : undoCancelParams(subscription)
  return { stripe, customer: payer.customer, subscription, item: item.id, price, trialEnd, goesOn }
}

/** Stripe takes each kind of ending back in its own words. */
export function undoCancelParams({ cancel_at_period_end }: Pick<Stripe.Subscription, 'cancel_at_period_end'>) {
  return cancel_at_period_end ? { cancel_at_period_end: false as const } : { cancel_at: '' as const }
}

/** At Stripe it has that price already: an answer was lost on its way, or another tab was faster. */
export function hasPriceAlready({ subscription, price }: Pick<PriceChange, 'subscription' | 'price'>): boolean {
  return subscription.items.data[0]?.price.id === price.stripe_price_id
}

/** The same words for the preview and for what it promises. */
export function changeParams({ item, price, goesOn }: PriceChange, proration_date: number) {
  return {
    items: [{ id: item, price: price.stripe_price_id }],
    proration_behavior: 'always_invoice' as const,
    proration_date,
    ...goesOn,
  }
}

/** A trial goes on at the other price: nothing is charged before it ends, and Stripe would preview that charge. */
export async function previewCost(change: PriceChange, proration_date: number): Promise<ChangeCost> {
  const { stripe, customer, subscription, trialEnd } = change
  if (trialEnd !== null) {
    return { charged: 0, credit: 0, amount_today: 0, balance: 0, next_charge_at: trialEnd * 1000 }
  }
  const invoice = await stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: changeParams(change, proration_date),
  })
  const lines = invoice.lines.data
  return {
    charged: lines.reduce((sum, line) => sum + Math.max(0, line.amount), 0),
    credit: lines.reduce((sum, line) => sum + Math.max(0, -line.amount), 0),
    amount_today: invoice.amount_due,
    balance: Math.max(0, -invoice.total),
    next_charge_at: Math.max(...lines.map(({ period }) => period.end)) * 1000,
  }
}

/** A promise is kept to the cent, or refused: `conflict` where it is too old, or the amount is another one by now. */
export async function requireSameAmount(
  change: PriceChange,
  proration_date: number,
  amount_today: number,
): Promise<void> {
  const now = await previewCost(change, proration_date)
  if (now.amount_today !== amount_today) throw changed()
}

/** `now`: ms. */
export function requireFreshPreview(proration_date: number, now: number): void {
  const age = now / 1000 - proration_date
  if (age < 0 || age > PREVIEW_HOLDS) throw changed()
}

function changed(): AppError {
  return new AppError('conflict', {
    attribute: 'amount_today',
    message: 'The amount has changed. Please look at it again.',
  })
}
