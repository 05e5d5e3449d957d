import type Stripe from 'stripe'
import type { ClockCtx, Ctx } from '../../system/context/context.ts'
import type { Promotion } from '../../contract/billing/applied-promotion.ts'
import { bookablePlans, type BookablePrice } from '../../contract/billing/booked-change.ts'
import { expandedObject } from '../stripe/expandable.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { planChanged } from '../customer/plan-changed.ts'
import { promotionsOf, PROMOTION_FIELDS } from '../promotions/next-promotions.ts'
import { renewalDraft } from '../overview/read-stripe-billing.ts'
import { laterPhase } from '../subscription-schedule/later-phase.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { bookablePrices, type BookableRow } from '../offer/bookable-prices.ts'
import { type PriceRow, readPricesOfPlans } from '../../db/billing/price-catalog.ts'

export type PlannedChange = {
  stripe: Stripe
  /** With `schedule` and `discounts` expanded. */
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  price: PriceRow & { stripe_price_id: string }
  /** When the period or the trial ends, in ms. */
  at: number
}

/** Throws `conflict` if that price cannot be booked, also if that is only known at Stripe; then D1 is synced. */
export async function loadChange(
  ctx: Ctx,
  billingCustomer: StripeBillingCustomer,
  wanted: Pick<BookablePrice, 'plan' | 'interval'>,
): Promise<PlannedChange & { price: BookableRow }> {
  const { currentPlan, customer, subscription_id, actor } = billingCustomer
  const catalogue = await readPricesOfPlans(ctx, bookablePlans(currentPlan.tier))
  const price = bookablePrices(currentPlan, catalogue, actor.student).find(
    ({ tier, interval }) => tier === wanted.plan && interval === wanted.interval,
  )
  if (!price) throw planChanged()
  const stripe = await ctx.stripe()
  const subscription = await stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule', 'discounts'] })
  const [item] = subscription.items.data
  if (!item || !isStill(subscription, item, currentPlan)) {
    // Otherwise the reloaded page would offer the same change again.
    await syncCustomer(ctx, customer)
    throw planChanged()
  }
  return { stripe, subscription, item, price, at: item.current_period_end * 1000 }
}

/** False if the plan has changed at Stripe, as after a lost webhook or in another tab. */
function isStill(
  { status, cancel_at, cancel_at_period_end, schedule }: Stripe.Subscription,
  { price }: Stripe.SubscriptionItem,
  held: StripeBillingCustomer['currentPlan'],
): boolean {
  const attached = expandedObject(schedule)
  // A change that an operator has planned is theirs.
  const isOurs = held.next_plan !== null && held.stripe_schedule_id === attached?.id
  return (
    status === held.status &&
    cancel_at === null &&
    !cancel_at_period_end &&
    price.unit_amount === held.price_in_cents &&
    price.recurring?.interval === held.payment_interval &&
    (attached === null || laterPhase(attached) === null || isOurs)
  )
}

/** Cents: what Stripe will charge first at the new price, and the promotions that lower it then. */
export async function firstCharge(
  { now }: ClockCtx,
  { stripe, subscription, item, price, at }: PlannedChange,
): Promise<{ amount: number; promotions: Promotion[] }> {
  const period = { subscription: subscription.id, begun: item.current_period_start * 1000, now: now() }
  const due = await renewalDraft(stripe, period)
  const invoice = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item.id, price: price.stripe_price_id }],
      proration_behavior: 'none',
    },
    // For another interval, Stripe previews a charge of today.
    ...(subscription.discounts.length > 0 && { discounts: discountsAt(subscription, at / 1000) }),
    expand: PROMOTION_FIELDS,
  })
  const promotions = promotionsOf(invoice)
  if (due === null) return { amount: invoice.amount_due, promotions }
  // The preview takes off credit that the payment of this period uses first.
  const credit = Math.max(0, -invoice.starting_balance - due.total)
  return { amount: Math.max(0, invoice.total - credit), promotions }
}

/** The subscription's discounts that still run at `time` (s): a phase that names none would drop them. */
export function discountsAt({ discounts }: Stripe.Subscription, time: number) {
  const running = discounts.flatMap((given) => {
    const discount = expandedObject(given)
    return discount && (discount.end === null || discount.end > time) ? [{ discount: discount.id }] : []
  })
  return running.length > 0 ? running : ('' as const)
}
