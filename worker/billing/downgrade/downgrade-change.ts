import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { Promotion } from '../../contract/billing/billing-overview.ts'
import { downgradeOf } from '../../contract/billing/downgrade.ts'
import { expandedObject } from '../../stripe/expandable.ts'
import type { StripeBillingCustomer } from '../customer/billing-customer.ts'
import { planChanged, type StripePrice } from '../change-plan/price-change.ts'
import { downgradePrice } from '../overview/downgrade-price.ts'
import { promotionsOf, PROMOTION_FIELDS } from '../overview/next-promotions.ts'
import { laterPhase } from '../subscription-schedule/later-phase.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices } from '../../db/schema/billing.ts'

/** A change to a smaller plan's price when the period or the trial ends, at `at` (ms). */
export type DowngradeChange = {
  stripe: Stripe
  customer: string
  /** With `schedule` and `discounts` expanded. */
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  price: StripePrice
  at: number
}

/** Throws `conflict` if the plan cannot be booked down, also if that is only known at Stripe; then D1 is synced. */
export async function loadDowngrade(ctx: Ctx, billingCustomer: StripeBillingCustomer): Promise<DowngradeChange> {
  const { currentPlan, customer, subscription_id, actor } = billingCustomer
  const plan_id = downgradeOf(currentPlan.tier)
  const catalogue = plan_id ? await ctx.db.select().from(prices).where(eq(prices.plan_id, plan_id)) : []
  const price = downgradePrice(currentPlan, catalogue, actor.student)
  if (!price) throw planChanged()
  const stripe = await ctx.stripe()
  const subscription = await stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule', 'discounts'] })
  const [item] = subscription.items.data
  if (!item || !isStill(subscription, item, currentPlan)) {
    await syncCustomer(ctx, customer)
    throw planChanged()
  }
  return { stripe, customer, subscription, item, price, at: item.current_period_end * 1000 }
}

/** False if the plan has changed at Stripe, as after a lost webhook or in another tab. */
function isStill(
  { status, cancel_at, cancel_at_period_end, schedule }: Stripe.Subscription,
  { price }: Stripe.SubscriptionItem,
  held: StripeBillingCustomer['currentPlan'],
): boolean {
  const attached = expandedObject(schedule)
  return (
    status === held.status &&
    cancel_at === null &&
    !cancel_at_period_end &&
    price.unit_amount === held.price_in_cents &&
    price.recurring?.interval === held.payment_interval &&
    (attached === null || laterPhase(attached) === null)
  )
}

/** Cents: what Stripe will charge first at the new price, and the promotions that lower it. */
export async function firstCharge({
  stripe,
  customer,
  subscription,
  item,
  price,
}: DowngradeChange): Promise<{ amount: number; promotions: Promotion[] }> {
  const invoice = await stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item.id, price: price.stripe_price_id }],
      proration_behavior: 'none',
    },
    expand: PROMOTION_FIELDS,
  })
  return { amount: invoice.amount_due, promotions: promotionsOf(invoice) }
}
