import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { writeSnapshot, type CustomerSnapshot } from '../../db/billing/customer-snapshots.ts'
import type { AttemptAtStripe } from '../../db/billing/subscribe-attempts.ts'
import { reviewToOpen } from '../credit/credit-review.ts'
import { hadTrial, paymentOutcome } from './payment-outcome.ts'

/** `seen`: everything that Stripe has for this customer. */
export type SubscriptionSnapshot = Pick<CustomerSnapshot, 'user_id' | 'ticket' | 'live' | 'ended'> & {
  seen: Stripe.Subscription[]
}

/**
 * `written`: D1 matches Stripe, and `changed` tells whether it did not before. `outdated`: a sync that began later has
 * written already. `unknown`: no user has this customer.
 */
export type SyncResult = { kind: 'written'; user_id: string; changed: boolean } | { kind: 'outdated' | 'unknown' }

/** Writes a snapshot in one batch, or nothing if a later one is written already. */
export async function saveSnapshot(
  ctx: Ctx,
  { user_id, ticket, live, ended, seen }: SubscriptionSnapshot,
): Promise<SyncResult> {
  const trials = seen.filter(hadTrial).map(({ trial_start }) => (trial_start ?? 0) * 1000)
  const written = await writeSnapshot(ctx, {
    user_id,
    ticket,
    live,
    ended,
    seen: seen.map(({ id }) => id),
    trial_used_at: trials.length > 0 ? Math.min(...trials) : null,
    attempts: seen.flatMap(attemptBehind),
    review: reviewToOpen(seen),
  })
  return written === 'outdated' ? { kind: written } : { kind: 'written', user_id, changed: written === 'changed' }
}

/** Every sync finishes the attempts that a crash or an absent buyer left open. */
function attemptBehind(subscription: Stripe.Subscription): AttemptAtStripe[] {
  const { op } = subscription.metadata
  return op ? [{ id: op, ...stateOf(subscription), stripe_subscription_id: subscription.id }] : []
}

function stateOf(subscription: Stripe.Subscription): Pick<AttemptAtStripe, 'state' | 'refusal'> {
  // Without the payment intent a decline looks like waiting; `closeAttempt` of the attempt itself has the intent.
  const outcome = paymentOutcome(subscription, null)
  switch (outcome.kind) {
    case 'live':
      return { state: 'succeeded' }
    case 'over':
      return { state: 'refused', refusal: outcome.refusal }
    default:
      return { state: 'awaiting' }
  }
}
