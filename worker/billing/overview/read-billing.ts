import { bookablePlans } from '../../contract/billing/booked-change.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { isBilledByStripe } from '../../contract/billed-by.ts'
import type { Billing, BillingPlan } from '../../contract/billing/billing-overview.ts'
import { log } from '../../system/log/log.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { readStripeBilling } from './read-stripe-billing.ts'
import { subscriptionEndsAt, lastPaidDay } from './subscription-end.ts'
import { bookablePrices } from '../offer/bookable-prices.ts'
import { bookedChange } from '../subscription-schedule/next-plan.ts'
import { isPaid, loadBillingCustomer } from '../customer/billing-customer.ts'
import { PAST_DUE_GRACE } from '../../contract/limits.ts'
import { readPricesOfPlans, type PriceRow } from '../../db/billing/price-catalog.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/**
 * GET /api/billing: what D1 knows, and what Stripe adds if it answers. If Stripe contradicts D1, as after a lost
 * webhook, D1 is synced and everything is read once more.
 */
export async function readBilling(ctx: Ctx): Promise<Billing> {
  const first = await readOnce(ctx)
  return first.contradicted && (await hasSynced(ctx, first.contradicted))
    ? (await readOnce(ctx)).billing
    : first.billing
}

/** False if Stripe does not answer now; then the page shows what D1 knows. */
async function hasSynced(ctx: Ctx, customer: string): Promise<boolean> {
  try {
    await syncCustomer(ctx, customer)
    return true
  } catch (error) {
    log('warn', 'billing_not_synced', { message: error instanceof Error ? error.message : '' })
    return false
  }
}

/** `contradicted`: the customer of whom Stripe says something else than D1; else null. */
async function readOnce(ctx: Ctx): Promise<{ billing: Billing; contradicted: string | null }> {
  const billingCustomer = await loadBillingCustomer(ctx)
  const { actor, currentPlan, customer } = billingCustomer
  const [catalogue, { invoices, contradicted, ...known }] = await Promise.all([
    currentPlan ? readPricesOfPlans(ctx, bookablePlans(currentPlan.tier)) : [],
    readStripeBilling(ctx, billingCustomer),
  ])
  const billing: Billing = {
    user_id: actor.id,
    tier: actor.tier,
    upgrades: actor.upgrades,
    isTrialing: actor.isTrialing,
    eligible_for_trial: actor.eligible_for_trial,
    payment_type: currentPlan?.payment_type ?? null,
    plan: currentPlan && toPlan(currentPlan, catalogue, actor),
    ...known,
    ...invoices,
    publishable_key: ctx.settings.STRIPE_PUBLISHABLE_KEY,
    stripe_js_url: ctx.settings.STRIPE_JS_URL || null,
  }
  return { billing, contradicted: contradicted ? customer : null }
}

function toPlan(held: SubscriptionRow, catalogue: readonly PriceRow[], { student, upgrades }: ActorUser): BillingPlan {
  const { plan_id, tier, status, price_in_cents, currency, payment_interval, current_period_end, past_due_since } = held
  return {
    plan_id,
    tier,
    status,
    price_in_cents,
    currency,
    interval: payment_interval,
    current_period_end,
    ends_at: subscriptionEndsAt(held),
    last_day: lastPaidDay(held),
    grace_ends_at: past_due_since === null ? null : past_due_since + PAST_DUE_GRACE,
    bookable: bookablePrices(held, catalogue, student).map(({ tier: plan, interval, amount: price }) => ({
      plan,
      interval,
      price,
    })),
    booked: bookedChange(held),
    upgradable: isPaid(held) && isBilledByStripe(held.payment_type) && upgrades.length > 0,
  }
}
