import { and, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { OPEN_ATTEMPT_STATES, subscribe_attempts } from '../../db/schema/billing.ts'
import { paymentOutcome } from './payment-outcome.ts'

/**
 * Statements that bring the attempts behind these subscriptions in line with Stripe, so that every sync finishes what a
 * crash or an absent buyer left open.
 */
export function closeAttempts(
  ctx: DbCtx & ClockCtx,
  { user_id, seen }: { user_id: string; seen: Stripe.Subscription[] },
) {
  return seen.flatMap((subscription) => {
    const { op } = subscription.metadata
    return op ? [closeAttempt(ctx, user_id, op, subscription)] : []
  })
}

function closeAttempt({ db, now }: DbCtx & ClockCtx, user_id: string, op: string, subscription: Stripe.Subscription) {
  return db
    .update(subscribe_attempts)
    .set({ ...stateOf(subscription), stripe_subscription_id: subscription.id, updated_at: now() })
    .where(
      and(
        eq(subscribe_attempts.id, op),
        eq(subscribe_attempts.user_id, user_id),
        inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]),
      ),
    )
}

function stateOf(subscription: Stripe.Subscription) {
  // Without the payment intent a decline looks like waiting; `closeAttempt` of the attempt itself has the intent.
  const outcome = paymentOutcome(subscription, null)
  switch (outcome.kind) {
    case 'live':
      return { state: 'succeeded' as const }
    case 'over':
      return { state: 'refused' as const, refusal: outcome.refusal }
    default:
      return { state: 'awaiting' as const }
  }
}
