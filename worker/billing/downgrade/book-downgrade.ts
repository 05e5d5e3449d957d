import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { Billing } from '../../contract/billing/billing-overview.ts'
import type { Downgrade } from '../../contract/billing/downgrade.ts'
import { ONE_CLICK_PLAN } from '../../contract/upgrade/upgrade.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../errors/app-error.ts'
import { expandableId, expandedObject } from '../../stripe/expandable.ts'
import { definiteRefusal, withPaymentRefusals } from '../../stripe/stripe-problem.ts'
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
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { firstCharge, loadDowngrade, type DowngradeChange } from './downgrade-change.ts'

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
  await setPhases(change, await findOrCreateSchedule(ctx, change))
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

/** A subscription has one schedule at most, so a second tab or a call after a crash goes on with the first one's. */
async function findOrCreateSchedule(
  ctx: Ctx,
  { stripe, subscription }: DowngradeChange,
): Promise<Stripe.SubscriptionSchedule> {
  const attached = expandedObject(subscription.schedule)
  if (attached?.phases.length === 1) return attached
  // A downgrade that has happened leaves a schedule without anything to do.
  if (attached) await releaseSchedule(stripe, subscription)
  try {
    const wanted = { from_subscription: subscription.id }
    return await stripe.subscriptionSchedules.create(wanted, { idempotencyKey: ctx.id('book') })
  } catch (error) {
    if (!definiteRefusal(error)) throw error
    const now = await stripe.subscriptions.retrieve(subscription.id, { expand: ['schedule'] })
    const theirs = expandedObject(now.schedule)
    if (!theirs) throw error
    return theirs
  }
}

/** The phase that runs stays as it is; the next one has the smaller plan's price, and after it the schedule lets go. */
async function setPhases(change: DowngradeChange, schedule: Stripe.SubscriptionSchedule): Promise<void> {
  const { stripe, item, price, at } = change
  const [running] = schedule.phases
  // The subscription was canceled in between.
  if (!running || schedule.end_behavior !== 'release') {
    await releaseSchedule(stripe, { schedule })
    throw planChanged()
  }
  const trial_end = running.trial_end ? { trial_end: running.trial_end } : {}
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: running.items.map((each) => ({ price: expandableId(each.price), quantity: each.quantity ?? 1 })),
          start_date: running.start_date,
          end_date: at / 1000,
          discounts: discountsAt(change, 0),
          proration_behavior: 'none',
          ...trial_end,
        },
        {
          items: [{ price: price.stripe_price_id, quantity: item.quantity ?? 1 }],
          duration: { interval: price.interval, interval_count: 1 },
          discounts: discountsAt(change, at / 1000),
          proration_behavior: 'none',
        },
      ],
    },
    { idempotencyKey: `book:${schedule.id}:${crypto.randomUUID()}` },
  )
}

/** The subscription's discounts that still run at `time` (s): a phase that names none would drop them. */
function discountsAt({ subscription: { discounts } }: DowngradeChange, time: number) {
  const running = discounts.flatMap((given) => {
    const discount = expandedObject(given)
    return discount && (discount.end === null || discount.end > time) ? [{ discount: discount.id }] : []
  })
  return running.length > 0 ? running : ('' as const)
}
