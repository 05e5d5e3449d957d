import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { definiteRefusal } from '../stripe/stripe-problem.ts'
import { planChanged } from '../customer/plan-changed.ts'
import { laterPhase, runningPhase } from '../subscription-schedule/later-phase.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { discountsAt, type PlannedChange } from './load-change.ts'

/**
 * Has the subscription's schedule at Stripe change the price at the end of the period, in place of what it had planned.
 * Repeating it changes nothing. Throws `conflict` if the subscription was canceled in between, and what Stripe's client
 * throws.
 */
export async function scheduleChange(ctx: Ctx, change: PlannedChange): Promise<void> {
  await setPhases(change, await findOrCreateSchedule(ctx, change))
}

/** A subscription has one schedule at most, so a second tab or a call after a crash goes on with the first one's. */
async function findOrCreateSchedule(
  ctx: Ctx,
  { stripe, subscription }: PlannedChange,
): Promise<Stripe.SubscriptionSchedule> {
  const attached = expandedObject(subscription.schedule)
  if (attached && (attached.phases.length === 1 || laterPhase(attached))) return attached
  // A change that has happened leaves a schedule without anything to do.
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

/** The phase that runs stays as it is; the next one has the new price, and after it the schedule lets go. */
async function setPhases(change: PlannedChange, schedule: Stripe.SubscriptionSchedule): Promise<void> {
  const { stripe, subscription, item, price, at } = change
  const running = runningPhase(schedule)
  // The subscription was canceled in between.
  if (!running || schedule.end_behavior !== 'release') {
    await releaseSchedule(stripe, { schedule })
    throw planChanged()
  }
  const trial_end = running.trial_end ? { trial_end: running.trial_end } : {}
  const isOtherInterval = item.price.recurring?.interval !== price.interval
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
          discounts: discountsAt(subscription, 0),
          proration_behavior: 'none',
          ...trial_end,
        },
        {
          items: [{ price: price.stripe_price_id, quantity: item.quantity ?? 1 }],
          duration: { interval: price.interval, interval_count: 1 },
          discounts: discountsAt(subscription, at / 1000),
          proration_behavior: 'none',
          // A period of another length begins with the phase; at the same interval the day of the month stays.
          ...(isOtherInterval && { billing_cycle_anchor: 'phase_start' as const }),
        },
      ],
    },
    { idempotencyKey: `book:${schedule.id}:${crypto.randomUUID()}` },
  )
}
