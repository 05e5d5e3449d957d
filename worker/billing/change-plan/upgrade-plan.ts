import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { UpgradePlan } from '../../contract/upgrade/upgrade-input.ts'
import { PLANS, type SoldPlan } from '../../contract/tiers.ts'
import { ONE_CLICK_PLANS } from '../../contract/upgrade/upgrade.ts'
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
  requireSameAmount,
  requireFreshPreview,
  type PriceChange,
  type PromisedAmount,
} from './price-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { loadPlanChange, requireUpgradable } from './can-upgrade.ts'
import { readPricesOnSale } from '../../db/billing/price-catalog.ts'

/**
 * userSubscriptionUpdate (§4.3, §7): upgrades to the product's plan, at the promised amount and price or not at all;
 * without a promise, at today's. Waits for a change of the plan in another tab. Succeeds without a charge if the user has
 * the plan already, from another tab or a lost response. Throws `invalid_input` (product_id), what `requireUpgradable`
 * throws, `conflict` (amount_today), `card_declined`, `attempt_in_flight`.
 */
export async function upgradePlan(ctx: Ctx, { product_id, proration_date, ...promised }: UpgradePlan): Promise<void> {
  const billingCustomer = await loadBillingCustomer(ctx)
  const plan = await requireOneClickPlan(ctx, product_id)
  if (billingCustomer.currentPlan?.tier === plan) return keepBooked(ctx, billingCustomer)
  const upgrading = requireUpgradable(billingCustomer, plan)
  const at = proration_date ?? Math.floor(ctx.now() / 1000)
  requireFreshPreview(at, ctx.now())
  await withPaymentRefusals(() =>
    withPlanLease(ctx, upgrading, () => upgrade(ctx, upgrading, plan, { at, ...promised }), { waits: true }),
  )
  if ((await loadBillingCustomer(ctx)).currentPlan?.tier !== plan) throw new AppError('payment_failed')
}

/** Who asks for the plan that they have does not want to lose it at the end of the period. */
async function keepBooked(ctx: Ctx, billingCustomer: BillingCustomer): Promise<void> {
  const held = asStripeBillingCustomer(billingCustomer)
  if (held && held.currentPlan.next_plan !== null && held.currentPlan.next_plan !== held.currentPlan.tier)
    await withPaymentRefusals(() => keepPlan(ctx, held))
}

async function upgrade(
  ctx: Ctx,
  billingCustomer: StripeBillingCustomer,
  plan: SoldPlan,
  { at, ...promised }: { at: number } & PromisedAmount,
): Promise<void> {
  const change = await loadPlanChange(ctx, billingCustomer, plan)
  if (!hasPriceAlready(change)) {
    const { taken_back } = await requireSameAmount(change, at, promised)
    await changePriceOnce(change, at, taken_back).catch((error: unknown) => keepBooking(ctx, change, error))
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

async function requireOneClickPlan(ctx: DbCtx, product_id: string): Promise<SoldPlan> {
  const ours = await readPricesOnSale(ctx, { product_id })
  const plan = ONE_CLICK_PLANS.find((each) => ours.some(({ plan_id }) => plan_id === each))
  if (plan) return plan
  const names = ONE_CLICK_PLANS.map((each) => PLANS[each].name)
  const message = SENTENCES.upgrade_to_these_only(names.join(' or '))
  throw new AppError('invalid_input', { attribute: 'product_id', message })
}

/** The user's current plan, as the mutation answers it; null for the free tier. */
export async function userSubscriptionResponse(ctx: Ctx): Promise<{ plan_id: string } | null> {
  const { currentPlan } = await loadBillingCustomer(ctx)
  return currentPlan && { plan_id: currentPlan.plan_id }
}
