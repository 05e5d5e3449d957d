import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import { expandableId, expandedObject } from '../../stripe/expandable.ts'
import { definiteRefusal } from '../../stripe/stripe-problem.ts'
import { planChanged } from '../change-plan/price-change.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import type { DowngradeChange } from './downgrade-change.ts'

type Scheduled = Omit<DowngradeChange, 'customer'>

/**
 * Has the subscription's schedule at Stripe change to the smaller plan. Repeating it changes nothing. Throws `conflict`
 * if the subscription was canceled in between, and what Stripe's client throws.
 */
export async function scheduleDowngrade(ctx: Ctx, change: Scheduled): Promise<void> {
  await setPhases(change, await findOrCreateSchedule(ctx, change))
}

/** A subscription has one schedule at most, so a second tab or a call after a crash goes on with the first one's. */
async function findOrCreateSchedule(
  ctx: Ctx,
  { stripe, subscription }: Scheduled,
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
async function setPhases(change: Scheduled, schedule: Stripe.SubscriptionSchedule): Promise<void> {
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
function discountsAt({ subscription: { discounts } }: Scheduled, time: number) {
  const running = discounts.flatMap((given) => {
    const discount = expandedObject(given)
    return discount && (discount.end === null || discount.end > time) ? [{ discount: discount.id }] : []
  })
  return running.length > 0 ? running : ('' as const)
}
