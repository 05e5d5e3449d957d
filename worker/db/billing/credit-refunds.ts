import { and, eq, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { notNullViolation } from '../constraints/not-null-violation.ts'
import { endLease, takeLease } from '../lease.ts'
import { OPEN_ATTEMPT_STATES, subscribe_attempts, subscriptions } from '../schema/billing.ts'
import { abandonedAt, sqlList } from '../schema/columns.ts'
import { credit_refunds, credit_reviews, OPEN_REFUND_STATES } from '../schema/credit.ts'

export type CreditReview = typeof credit_reviews.$inferSelect
export type CreditRefund = typeof credit_refunds.$inferSelect

/** Longer than a review takes: some ten calls to Stripe. */
const REVIEW_LEASE = 2 * MINUTE

/** Written out, because an index has this condition. */
const isOpenReview = sql`${credit_reviews.state} = 'open'`

/** The statement that opens a review, if there was none. `id`: Stripe's id of the subscription that ended last. */
export function openReview({ db, now }: DbCtx & ClockCtx, review: Pick<CreditReview, 'id' | 'user_id' | 'customer'>) {
  const at = now()
  return db
    .insert(credit_reviews)
    .values({ ...review, created_at: at, updated_at: at })
    .onConflictDoNothing()
}

/** The user's open reviews that nobody works on. */
export async function readWaitingReviewsOf({ db, now }: DbCtx & ClockCtx, user_id: string): Promise<string[]> {
  const mine = and(eq(credit_reviews.user_id, user_id), isOpenReview, lte(credit_reviews.leased_until, now()))
  const waiting = await db.select({ id: credit_reviews.id }).from(credit_reviews).where(mine)
  return waiting.map(({ id }) => id)
}

/** Open reviews that were abandoned by `before` (ms), the longest waiting first. */
export async function readAbandonedReviews({ db }: DbCtx, before: number, most: number): Promise<string[]> {
  const abandoned = await db
    .select({ id: credit_reviews.id })
    .from(credit_reviews)
    .where(and(isOpenReview, lte(abandonedAt(credit_reviews), before)))
    .orderBy(abandonedAt(credit_reviews))
    .limit(most)
  return abandoned.map(({ id }) => id)
}

/** True while unused credit of an ended plan is still to be refunded. */
export async function hasOpenReview({ db }: DbCtx, customer: string): Promise<boolean> {
  const theirs = and(eq(credit_reviews.customer, customer), isOpenReview)
  return (await db.select({ id: credit_reviews.id }).from(credit_reviews).where(theirs).limit(1)).length > 0
}

/** Null if the review is done, or somebody has it. */
export function takeReview(ctx: Ctx, id: string): Promise<CreditReview | null> {
  const where = and(eq(credit_reviews.id, id), isOpenReview)
  return takeLease(ctx, credit_reviews, 'leased_until', { ms: REVIEW_LEASE, where, set: { updated_at: ctx.now() } })
}

/** Ends the lease; `done`: the review too, with what could not be refunded (cents). */
export function closeReview(ctx: Ctx, review: CreditReview, done: { not_refunded: number } | null): Promise<void> {
  const ended = { leased_until: 0, updated_at: ctx.now(), ...(done && { state: 'done' as const, ...done }) }
  return endLease(ctx, credit_reviews, 'leased_until', review, ended)
}

export async function readRefundsOf({ db }: DbCtx, { id }: CreditReview): Promise<CreditRefund[]> {
  return db.select().from(credit_refunds).where(eq(credit_refunds.review_id, id))
}

/** A crash may have left it half made. */
export function isOpenRefund({ state }: CreditRefund): boolean {
  return OPEN_REFUND_STATES.some((open) => open === state)
}

/** The open refunds of a user, or of a customer at Stripe. */
export async function readOpenRefunds(
  { db }: DbCtx,
  whose: { user_id: string } | { customer: string },
): Promise<CreditRefund[]> {
  const theirs =
    'user_id' in whose ? eq(credit_refunds.user_id, whose.user_id) : eq(credit_refunds.customer, whose.customer)
  return db
    .select()
    .from(credit_refunds)
    .where(and(theirs, inArray(credit_refunds.state, [...OPEN_REFUND_STATES])))
}

export async function readSettledRefunds({ db }: DbCtx, customer: string): Promise<CreditRefund[]> {
  return db
    .select()
    .from(credit_refunds)
    .where(and(eq(credit_refunds.customer, customer), eq(credit_refunds.state, 'settled')))
}

/** Whether we refunded this customer at `since` (ms) or later. */
export async function hasRefundSince({ db }: DbCtx, customer: string, since: number): Promise<boolean> {
  const { id, state, updated_at } = credit_refunds
  const own = and(eq(credit_refunds.customer, customer), ne(state, 'refused'), gte(updated_at, since))
  return (await db.select({ id }).from(credit_refunds).where(own).limit(1)).length > 0
}

/** Stripe's ids of the refunds that were planned for this user at `since` (ms) or later, and made. */
export async function readRefundsMadeSince({ db }: DbCtx, user_id: string, since: number): Promise<string[]> {
  const { created_at, stripe_refund_id } = credit_refunds
  const made = await db
    .select({ refund: sql<string>`${stripe_refund_id}` })
    .from(credit_refunds)
    .where(and(eq(credit_refunds.user_id, user_id), gte(created_at, since), isNotNull(stripe_refund_id)))
  return made.map(({ refund }) => refund)
}

/**
 * Writes a refund to be made. Null if the review's lease has expired, or the user is subscribing again, whose attempt
 * may use the credit. `amount` in cents.
 */
export async function planRefund(
  ctx: Ctx,
  { id, leased_until, user_id, customer }: CreditReview,
  { charge, amount, currency }: Pick<CreditRefund, 'charge' | 'amount' | 'currency'>,
): Promise<CreditRefund | null> {
  const ours = and(eq(credit_reviews.id, id), eq(credit_reviews.leased_until, leased_until))
  const allowed = sql`exists (select 1 from ${credit_reviews} where ${ours}) and not exists (${busy(user_id)})`
  const at = ctx.now()
  try {
    const [written] = await ctx.db
      .insert(credit_refunds)
      .values({
        id: ctx.id('crf'),
        review_id: id,
        user_id,
        customer,
        // Null violates the column's constraint.
        charge: sql<string>`case when ${allowed} then ${charge} end`,
        amount,
        currency,
        created_at: at,
        updated_at: at,
      })
      .returning()
    return written ?? null
  } catch (error) {
    if (notNullViolation(error) === 'credit_refunds.charge') return null
    throw error
  }
}

/** The user's open attempt, or a live plan that Stripe bills. */
function busy(user_id: string) {
  return sql`select 1 from ${subscribe_attempts} where ${subscribe_attempts.user_id} = ${user_id}
      and ${subscribe_attempts.state} in (${sql.raw(sqlList(OPEN_ATTEMPT_STATES))})
    union all select 1 from ${subscriptions} where ${subscriptions.user_id} = ${user_id}
      and ${subscriptions.payment_type} = 'stripe'
      and ${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`
}

/** Moves a refund on, if it is still in the state `from`. */
export async function moveRefund(
  { db, now }: DbCtx & ClockCtx,
  { id }: CreditRefund,
  from: CreditRefund['state'],
  to: Pick<CreditRefund, 'state'> & Partial<Pick<CreditRefund, 'stripe_refund_id'>>,
): Promise<void> {
  await db
    .update(credit_refunds)
    .set({ ...to, updated_at: now() })
    .where(and(eq(credit_refunds.id, id), eq(credit_refunds.state, from)))
}
