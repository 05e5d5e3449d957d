import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { expandableId } from '../stripe/expandable.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'
import { readWaitingReviewsOf } from '../../db/billing/credit-refunds.ts'

/** The review to open once a customer's last subscription has ended; null while one is live. */
export function reviewToOpen(seen: readonly Stripe.Subscription[]): { id: string; customer: string } | null {
  const [last] = seen.toSorted((a, b) => endOf(b) - endOf(a))
  if (!last || !seen.every(hasEnded)) return null
  return { id: last.id, customer: expandableId(last.customer) }
}

/** An attempt that was never paid may have no end, and began after every plan had ended. */
function endOf({ ended_at, canceled_at, created }: Stripe.Subscription): number {
  return ended_at ?? canceled_at ?? created
}

/** Queues the user's open reviews. Called after every sync, so that the next one makes up for a crash. */
export async function queueCreditReviews(ctx: Ctx, user_id: string): Promise<void> {
  for (const id of await readWaitingReviewsOf(ctx, user_id)) await ctx.queue.send({ kind: 'credit_review', id })
}
