import { ONE_CLICK_PLAN } from '../../contract/upgrade/upgrade.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { UpgradePlan } from '../../contract/upgrade/upgrade-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import { definiteRefusal, withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { changePriceOnce } from './change-once.ts'
import {
  asStripeBillingCustomer,
  loadBillingCustomer,
  type BillingCustomer,
  type StripeBillingCustomer,
} from '../customer/billing-customer.ts'
import { bookAgain } from '../booked-change/book-again.ts'
import { keepPlan } from '../booked-change/keep-plan.ts'
import { withPlanLease } from '../booked-change/plan-lease.ts'
import {
  hasPriceAlready,
  previewCost,
  requireSameAmount,
  requireFreshPreview,
  type PriceChange,
} from './price-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { isOnSale, prices } from '../../db/schema/billing.ts'
import { loadProPlusChange, requireUpgradable } from './can-upgrade.ts'

/**
 * userSubscriptionUpdate (§4.3, §7): upgrades to Pro+ only. Charges the promised amount or nothing; without a promise,
 * today's price. Waits for a change of the plan in another tab. Succeeds without a charge if the user has Pro+ already, from another tab or a lost response. Throws
 * `invalid_input` (product_id), what `requireUpgradable` throws, `conflict` (amount_today), `card_declined`,
 * `attempt_in_flight`.
 */
export async function upgradePlan(ctx: Ctx, { product_id, proration_date, amount_today }: UpgradePlan): Promise<void> {
  const billingCustomer = await loadBillingCustomer(ctx)
  await refuseOtherProducts(ctx, product_id)
  if (billingCustomer.currentPlan?.tier === ONE_CLICK_PLAN) return keepBooked(ctx, billingCustomer)
  const upgrading = requireUpgradable(billingCustomer)
  const at = proration_date ?? Math.floor(ctx.now() / 1000)
  requireFreshPreview(at, ctx.now())
  await withPaymentRefusals(() =>
    withPlanLease(ctx, upgrading, () => upgrade(ctx, upgrading, at, amount_today ?? null), { waits: true }),
  )
  if ((await loadBillingCustomer(ctx)).currentPlan?.tier !== ONE_CLICK_PLAN) throw new AppError('payment_failed')
}

/** Who asks for Pro+ does not want to lose it at the end of the period. */
async function keepBooked(ctx: Ctx, billingCustomer: BillingCustomer): Promise<void> {
  const held = asStripeBillingCustomer(billingCustomer)
  if (held && held.currentPlan.next_plan !== null && held.currentPlan.next_plan !== ONE_CLICK_PLAN)
    await withPaymentRefusals(() => keepPlan(ctx, held))
}

async function upgrade(
  ctx: Ctx,
  billingCustomer: StripeBillingCustomer,
  proration_date: number,
  promised: number | null,
): Promise<void> {
  const change = await loadProPlusChange(ctx, billingCustomer)
  if (!hasPriceAlready(change)) {
    const { taken_back } = await (promised === null
      ? previewCost(change, proration_date)
      : requireSameAmount(change, proration_date, promised))
    await changePriceOnce(change, proration_date, taken_back).catch((error: unknown) => keepBooking(ctx, change, error))
  }
  await syncCustomer(ctx, billingCustomer.customer)
}

/** The upgrade took a booked change back. If Stripe refused the upgrade, the change is booked again. */
async function keepBooking(ctx: Ctx, { stripe, subscription, customer }: PriceChange, error: unknown): Promise<never> {
  const schedule = expandableId(subscription.schedule)
  if (schedule) {
    if (definiteRefusal(error)) await bookAgain(ctx, stripe, subscription.id, schedule)
    await syncCustomer(ctx, customer)
  }
  throw error
}

async function refuseOtherProducts({ db }: DbCtx, product_id: string): Promise<void> {
  const [ours] = await db
    .select({ id: prices.id })
    .from(prices)
    .where(and(eq(prices.plan_id, ONE_CLICK_PLAN), eq(prices.product_id, product_id), isOnSale(prices)))
    .limit(1)
  if (!ours) {
    throw new AppError('invalid_input', { attribute: 'product_id', message: SENTENCES.upgrade_to_pro_plus_only })
  }
}

/** The user's current plan, as the mutation answers it; null for the free tier. */
export async function userSubscriptionResponse(ctx: Ctx): Promise<{ plan_id: string } | null> {
  const { currentPlan } = await loadBillingCustomer(ctx)
  return currentPlan && { plan_id: currentPlan.plan_id }
}
