import type { Ctx, DbCtx, StripeCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { planCreditRefunds, type CreditPlan } from './read-credit.ts'
import { finishRefund } from './refund-steps.ts'
import { voidLapsedInvoices } from '../lapsed-invoices/void-lapsed-invoices.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'
import {
  closeReview,
  isOpenRefund,
  planRefund,
  readAbandonedReviews,
  readRefundsOf,
  takeReview,
  type CreditReview,
  readWaitingReviewsOf,
} from '../../db/billing/credit-refunds.ts'

/** More refunds than one customer's charges ever need. */
const MOST_REFUNDS = 20
const REVIEWS_AT_ONCE = 10

/** Queues the user's open reviews. Called after every sync, so that the next one makes up for a crash. */
export async function queueCreditReviews(ctx: Ctx, user_id: string): Promise<void> {
  for (const id of await readWaitingReviewsOf(ctx, user_id)) await ctx.queue.send({ kind: 'credit_review', id })
}

/**
 * Queue consumer: refunds what is left of an ended plan's paid time, one charge after the other, newest first. Stops
 * where the user has subscribed again, whose plan then uses the credit. Throws on failure, so that the queue retries;
 * a repeated call goes on where the last one stopped.
 */
export async function reviewCredit(ctx: Ctx, id: string): Promise<void> {
  const review = await takeReview(ctx, id)
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
  const waiting = await readAbandonedReviews(ctx, before, REVIEWS_AT_ONCE)
  let repaired = 0
  for (const id of waiting) {
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
  const before = await readRefundsOf(ctx, review)
  for (const refund of before) if (isOpenRefund(refund)) await finishRefund(ctx, refund)
  for (let nth = 0; nth < MOST_REFUNDS; nth++) {
    const plan = await planNext(ctx, review)
    if (!plan) return { not_refunded: 0 }
    const [next] = plan.refunds
    if (!next) return reportRest(review, plan)
    const refund = await planRefund(ctx, review, { ...next, currency: plan.currency })
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
    const refused = (await readRefundsOf(ctx, review)).filter(({ state }) => state === 'refused')
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
