import { and, eq, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { expandableId } from '../stripe/expandable.ts'
import { endLease, takeLease } from '../../db/lease.ts'
import { abandonedAt } from '../../db/schema/columns.ts'
import { credit_reviews } from '../../db/schema/credit.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

export type CreditReview = typeof credit_reviews.$inferSelect

/** Longer than a review takes: some ten calls to Stripe. */
const LEASE = 2 * MINUTE

/** The statement that opens a review once a customer's last subscription has ended; none while one is live. */
export function openCreditReview({ db, now }: DbCtx & ClockCtx, user_id: string, seen: readonly Stripe.Subscription[]) {
  const [last] = seen.toSorted((a, b) => endOf(b) - endOf(a))
  if (!last || !seen.every(hasEnded)) return []
  const customer = expandableId(last.customer)
  const at = now()
  return [
    db
      .insert(credit_reviews)
      .values({ id: last.id, user_id, customer, created_at: at, updated_at: at })
      .onConflictDoNothing(),
  ]
}

/** An attempt that was never paid may have no end, and began after every plan had ended. */
function endOf({ ended_at, canceled_at, created }: Stripe.Subscription): number {
  return ended_at ?? canceled_at ?? created
}

/** The user's open reviews that nobody works on. */
export function waitingReviewsOf({ db, now }: DbCtx & ClockCtx, user_id: string) {
  const mine = and(eq(credit_reviews.user_id, user_id), isOpen, lte(credit_reviews.leased_until, now()))
  return db.select({ id: credit_reviews.id }).from(credit_reviews).where(mine)
}

/** Queues the user's open reviews. Called after every sync, so that the next one makes up for a crash. */
export async function queueCreditReviews(ctx: Ctx, user_id: string): Promise<void> {
  for (const { id } of await waitingReviewsOf(ctx, user_id)) await ctx.queue.send({ kind: 'credit_review', id })
}

/** True while unused credit of an ended plan is still to be refunded. */
export async function hasOpenReview({ db }: DbCtx, customer: string): Promise<boolean> {
  const theirs = and(eq(credit_reviews.customer, customer), isOpen)
  return (await db.select({ id: credit_reviews.id }).from(credit_reviews).where(theirs).limit(1)).length > 0
}

/** Open reviews that were abandoned by `before` (ms), the longest waiting first. */
export function waitingReviews(ctx: DbCtx, before: number, most: number) {
  return ctx.db
    .select({ id: credit_reviews.id })
    .from(credit_reviews)
    .where(and(isOpen, lte(abandonedAt(credit_reviews), before)))
    .orderBy(abandonedAt(credit_reviews))
    .limit(most)
}

/** Written out, because an index has this condition. */
const isOpen = sql`${credit_reviews.state} = 'open'`

/** Null if the review is done, or somebody has it. */
export function leaseReview(ctx: Ctx, id: string): Promise<CreditReview | null> {
  const where = and(eq(credit_reviews.id, id), isOpen)
  return takeLease(ctx, credit_reviews, 'leased_until', { ms: LEASE, where, set: { updated_at: ctx.now() } })
}

/** Ends the lease; `done`: the review too, with what could not be refunded (cents). */
export function closeReview(ctx: Ctx, review: CreditReview, done: { not_refunded: number } | null): Promise<void> {
  const ended = { leased_until: 0, updated_at: ctx.now(), ...(done && { state: 'done' as const, ...done }) }
  return endLease(ctx, credit_reviews, 'leased_until', review, ended)
}
