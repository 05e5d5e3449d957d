import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** Chooses the parameters of a preview of the next charge: a booked change decides them. */
export function whatRenews(
  { next_plan, stripe_schedule_id }: Pick<SubscriptionRow, 'next_plan' | 'stripe_schedule_id'>,
  subscription: string,
): { schedule: string } | { subscription: string } {
  return next_plan !== null && stripe_schedule_id ? { schedule: stripe_schedule_id } : { subscription }
}
