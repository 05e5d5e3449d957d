import type { ClockCtx, Ctx } from '../../system/context/context.ts'
import type { Billing } from '../../contract/billing/billing-overview.ts'
import type { BookChange, KeepPlan } from '../../contract/billing/booked-change.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import {
  loadBillingCustomer,
  loadStripeBillingCustomer,
  type BillingCustomer,
  type StripeBillingCustomer,
} from '../customer/billing-customer.ts'
import { planChanged } from '../customer/plan-changed.ts'
import { bookedChange } from '../subscription-schedule/next-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { firstCharge, loadChange, type PlannedChange } from './load-change.ts'
import { keepPlan } from './keep-plan.ts'
import { withPlanLease } from './plan-lease.ts'
import { scheduleChange } from './schedule-change.ts'

/**
 * POST /api/billing/change: changes plan, interval or both when the period ends, as it was shown, in place of what was
 * booked before; charges nothing now. A repeated call answers the same. Throws `conflict` if the day, the price or the
 * first charge has changed, and what `loadStripeBillingCustomer` and `withPlanLease` throw.
 */
export async function bookChange(ctx: Ctx, promised: BookChange): Promise<Billing> {
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

async function book(ctx: Ctx, billingCustomer: StripeBillingCustomer, promised: BookChange): Promise<void> {
  const change = await loadChange(ctx, billingCustomer, promised)
  await requireAsPromised(ctx, change, promised)
  await scheduleChange(ctx, change)
  await syncCustomer(ctx, billingCustomer.customer)
}

/**
 * POST /api/billing/keep_plan: takes a booked change back. Changes nothing if none is booked. Throws `conflict` if the
 * user no longer has what they want to keep.
 */
export async function revokeChange(ctx: Ctx, { plan, interval }: KeepPlan): Promise<Billing> {
  const billingCustomer = await loadStripeBillingCustomer(ctx)
  await withPaymentRefusals(() => keepPlan(ctx, billingCustomer))
  const { currentPlan } = await loadBillingCustomer(ctx)
  if (currentPlan?.tier !== plan || currentPlan.payment_interval !== interval) throw planChanged()
  return readBilling(ctx)
}

function isBooked({ currentPlan }: BillingCustomer, { plan, interval, at, price }: BookChange): boolean {
  const booked = currentPlan && bookedChange(currentPlan)
  return booked?.plan === plan && booked.interval === interval && booked.at === at && booked.price === price
}

async function requireAsPromised(
  ctx: ClockCtx,
  change: PlannedChange,
  { at, price, first_charge }: BookChange,
): Promise<void> {
  if (change.at !== at || change.price.amount !== price) throw planChanged()
  const { amount } = await firstCharge(ctx, change)
  if (amount === first_charge) return
  throw new AppError('conflict', { attribute: 'first_charge', message: SENTENCES.amount_changed })
}
