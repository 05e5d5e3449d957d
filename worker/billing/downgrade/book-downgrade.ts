import type { Ctx } from '../../context/context.ts'
import type { Billing } from '../../contract/billing/billing-overview.ts'
import type { Downgrade } from '../../contract/billing/downgrade.ts'
import { ONE_CLICK_PLAN } from '../../contract/upgrade/upgrade.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../errors/app-error.ts'
import { withPaymentRefusals } from '../../stripe/stripe-problem.ts'
import {
  loadBillingCustomer,
  loadStripeBillingCustomer,
  type BillingCustomer,
  type StripeBillingCustomer,
} from '../customer/billing-customer.ts'
import { withPlanLease } from '../change-plan/plan-lease.ts'
import { keepPlan } from '../change-plan/keep-plan.ts'
import { planChanged } from '../change-plan/price-change.ts'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { firstCharge, loadDowngrade, type DowngradeChange } from './downgrade-change.ts'
import { scheduleDowngrade } from './schedule-downgrade.ts'

/**
 * POST /api/billing/downgrade: changes to the smaller plan when the period ends, as it was shown; charges nothing now.
 * A repeated call answers the same. Throws `conflict` if the day, the price or the first charge has changed.
 */
export async function bookDowngrade(ctx: Ctx, promised: Downgrade): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  if (isBooked(billingCustomer, promised)) return readBilling(ctx)
  let refusal: unknown = planChanged()
  try {
    await withPaymentRefusals(() => withPlanLease(ctx, billingCustomer, () => book(ctx, billingCustomer, promised)))
  } catch (error) {
    refusal = error
  }
  // Another tab, or a call whose answer was lost, may have booked it.
  if (!isBooked(await loadBillingCustomer(ctx), promised)) throw refusal
  return readBilling(ctx)
}

async function book(ctx: Ctx, billingCustomer: StripeBillingCustomer, promised: Downgrade): Promise<void> {
  const change = await loadDowngrade(ctx, billingCustomer)
  await requireAsPromised(change, promised)
  await scheduleDowngrade(ctx, change)
  await syncCustomer(ctx, billingCustomer.customer)
}

/**
 * POST /api/billing/keep_plan: takes a booked downgrade back. Changes nothing if none is booked. Throws `conflict` if
 * the smaller plan has begun.
 */
export async function revokeDowngrade(ctx: Ctx): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  await withPaymentRefusals(() => keepPlan(ctx, billingCustomer))
  if ((await loadBillingCustomer(ctx)).currentPlan?.tier !== ONE_CLICK_PLAN) throw planChanged()
  return readBilling(ctx)
}

function isBooked({ currentPlan }: BillingCustomer, { at, price }: Downgrade): boolean {
  return currentPlan?.next_plan_at === at && currentPlan.next_plan_price === price
}

async function requireAsPromised(change: DowngradeChange, { at, price, first_charge }: Downgrade): Promise<void> {
  if (change.at !== at || change.price.amount !== price) throw planChanged()
  const { amount } = await firstCharge(change)
  if (amount === first_charge) return
  throw new AppError('conflict', { attribute: 'first_charge', message: SENTENCES.amount_changed })
}
