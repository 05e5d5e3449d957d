import { canUpgradeTo, type SoldPlan } from '../../contract/tiers.ts'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { BILLING_PATH } from '../../contract/billing/billing-overview.ts'
import { subscribePath } from '../../contract/billing/subscribe-path.ts'
import { storeOf } from '../../contract/billed-by.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { alreadySubscribed } from '../subscribe/decide-subscribe.ts'
import {
  asStripeBillingCustomer,
  isPaid,
  storeRefusal,
  type BillingCustomer,
  type StripeBillingCustomer,
} from '../customer/billing-customer.ts'
import { loadPriceChange, type PriceChange, type StripePrice } from './price-change.ts'
import { taxOnChange } from '../tax/tax-on-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'
import { type PriceRow, readPricesOfPlans } from '../../db/billing/price-catalog.ts'

/**
 * Requires what a one-click upgrade to this plan needs (§2.4, §6): a lower one that Stripe bills and that is paid. Does
 * not ask Stripe. Throws `conflict` (no plan, or an unpaid one), `already_subscribed`, `store_billed`.
 */
export function requireUpgradable(billingCustomer: BillingCustomer, plan: SoldPlan): StripeBillingCustomer {
  const { currentPlan } = billingCustomer
  if (currentPlan && !canUpgradeTo(plan, currentPlan.tier)) throw alreadySubscribed()
  if (currentPlan && storeOf(currentPlan.payment_type)) throw storeRefusal(currentPlan)
  const found = asStripeBillingCustomer(billingCustomer)
  if (!found) throw noPlan(plan)
  if (!isPaid(found.currentPlan)) throw unpaid()
  return found
}

function noPlan(plan: SoldPlan): AppError {
  return new AppError('conflict', { message: SENTENCES.no_plan_to_upgrade, redirectTo: subscribePath(plan) })
}

function unpaid(): AppError {
  return new AppError('conflict', { message: SENTENCES.payment_overdue, redirectTo: BILLING_PATH })
}

/** The change to this plan at the user's current interval, at the price for everyone. */
export async function loadPlanChange(
  ctx: Ctx,
  billingCustomer: StripeBillingCustomer,
  plan: SoldPlan,
): Promise<PriceChange> {
  const change = await loadPriceChange(
    await ctx.stripe(),
    billingCustomer,
    await requirePrice(ctx, billingCustomer.currentPlan, plan),
    await taxOnChange(ctx, billingCustomer.customer),
  )
  if (isPaid(change.subscription)) return change
  // D1 was out of date.
  await syncCustomer(ctx, billingCustomer.customer)
  throw hasEnded(change.subscription) ? noPlan(plan) : unpaid()
}

type Held = StripeBillingCustomer['currentPlan']

async function requirePrice(ctx: DbCtx, held: Held, plan: SoldPlan): Promise<StripePrice> {
  const found = priceLikeHeld(held, await readPricesOfPlans(ctx, [plan]))
  if (found?.archived) throw new AppError('conflict', { message: SENTENCES.plan_not_sold })
  if (!found?.stripe_price_id) throw new AppError('billing_unavailable')
  return { ...found, stripe_price_id: found.stripe_price_id }
}

/** Finds the cost of the upgrade: the price for everyone at the plan's own interval. */
function priceLikeHeld(held: Held, ofPlan: readonly PriceRow[]): PriceRow | undefined {
  return ofPlan.find(
    ({ interval, currency, audience, active, open_amount }) =>
      interval === held.payment_interval &&
      currency === held.currency &&
      audience === 'everyone' &&
      active &&
      !open_amount,
  )
}
