import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import { ignoreDefiniteRefusal } from '../stripe/stripe-problem.ts'

/**
 * Takes a subscription out of its schedule and changes nothing else about it. Stripe refuses to cancel or resume a
 * scheduled subscription. A schedule that is over already is fine. Each call has a key of its own, because Stripe would
 * repeat an error of an earlier one for a day.
 */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: Pick<Stripe.Subscription, 'schedule'>,
): Promise<void> {
  const id = expandableId(schedule)
  if (!id) return
  const idempotencyKey = `release:${id}:${crypto.randomUUID()}`
  await ignoreDefiniteRefusal(
    stripe.subscriptionSchedules.release(id, { preserve_cancel_date: true }, { idempotencyKey }),
  )
}
