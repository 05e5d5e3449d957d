import { and, eq, sql } from 'drizzle-orm'
import type { Ctx, DbCtx, StripeCtx } from '../../system/context/context.ts'
import { notNullViolation } from '../../db/constraints/not-null-violation.ts'
import { log } from '../../system/log/log.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { credit_refunds, credit_reviews, OPEN_REFUND_STATES } from '../../db/schema/credit.ts'
import { OPEN_ATTEMPT_STATES, subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { sqlList } from '../../db/schema/columns.ts'
import { closeReview, leaseReview, waitingReviews, type CreditReview } from './credit-review.ts'
import { planCreditRefunds, type CreditPlan } from './read-credit.ts'
import { finishRefund, type CreditRefund } from './refund-steps.ts'
import { voidLapsedInvoices } from '../lapsed-invoices/void-lapsed-invoices.ts'
import { ENDED_STATUSES, hasEnded } from '../../contract/billing/subscription-status.ts'

/** More refunds than one customer's charges ever need. */
const MOST_REFUNDS = 20
const REVIEWS_AT_ONCE = 10

/**
 * Queue consumer: refunds what is left of an ended plan's paid time, one charge after the other, newest first. Stops
 * where the user has subscribed again, whose plan then uses the credit. Throws on failure, so that the queue retries;
 * a repeated call goes on where the last one stopped.
 */
export async function reviewCredit(ctx: Ctx, id: string): Promise<void> {
  const review = await leaseReview(ctx, id)
  if (!review) return
  let done: { not_refunded: number } | null = null
  try {
    done = await refundAll(ctx, review)
  } finally {
    await closeReview(ctx, review, done)
  }
}

/** Part of the reconciliation: reviews whose job was lost or gave up. */
export async function reviewWaitingCredit(
  ctx: Ctx,
  before: number,
): Promise<{ looked: number; repaired: number; more: boolean }> {
  const waiting = await waitingReviews(ctx, before, REVIEWS_AT_ONCE)
  let repaired = 0
  for (const { id } of waiting) {
    try {
      await reviewCredit(ctx, id)
      repaired += 1
    } catch (error) {
      log('error', 'credit_not_reviewed', { review: id, message: String(error) })
    }
  }
  return { looked: waiting.length, repaired, more: waiting.length === REVIEWS_AT_ONCE }
}

/** Null if the review has to wait. */
async function refundAll(ctx: Ctx, review: CreditReview): Promise<{ not_refunded: number } | null> {
  const before = await refundsOf(ctx, review)
  for (const refund of before) if (isOpen(refund)) await finishRefund(ctx, refund)
  for (let nth = 0; nth < MOST_REFUNDS; nth++) {
    const plan = await planNext(ctx, review)
    if (!plan) return { not_refunded: 0 }
    const [next] = plan.refunds
    if (!next) return reportRest(review, plan)
    const refund = await writeRefund(ctx, review, { ...next, currency: plan.currency })
    if (!refund) return null
    await finishRefund(ctx, refund)
  }
  throw new Error('A customer has too many charges to refund.')
}

/** Read again before each refund: null without credit, or if the user has a plan again. */
async function planNext(ctx: DbCtx & StripeCtx, review: CreditReview): Promise<CreditPlan | null> {
  const stripe = await ctx.stripe()
  try {
    const expand = ['data.latest_invoice']
    const all = stripe.subscriptions.list({ customer: review.customer, status: 'all', limit: 100, expand })
    const seen = await all.autoPagingToArray({ limit: 1000 })
    if (!seen.every(hasEnded)) return null
    await voidLapsedInvoices(stripe, seen)
    const customer = await stripe.customers.retrieve(review.customer)
    if (customer.deleted || customer.balance >= 0) return null
    const refused = (await refundsOf(ctx, review)).filter(({ state }) => state === 'refused')
    return await planCreditRefunds(stripe, customer, { without: refused.map(({ charge }) => charge) })
  } catch (error) {
    if (isMissingAtStripe(error)) return null
    throw error
  }
}

function reportRest({ id }: CreditReview, { unplaced, currency }: CreditPlan): { not_refunded: number } {
  if (unplaced > 0)
    log('error', 'credit_not_refunded', { why: 'no_charge_left', review: id, amount: unplaced, currency })
  return { not_refunded: unplaced }
}

function refundsOf({ db }: DbCtx, { id }: CreditReview): Promise<CreditRefund[]> {
  return db.select().from(credit_refunds).where(eq(credit_refunds.review_id, id))
}

function isOpen({ state }: CreditRefund): boolean {
  return OPEN_REFUND_STATES.some((open) => open === state)
}

/** Null if the lease has expired, or the user is subscribing again, whose attempt may use the credit. */
async function writeRefund(
  ctx: Ctx,
  { id, leased_until, user_id, customer }: CreditReview,
  { charge, amount, currency }: { charge: string; amount: number; currency: string },
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
