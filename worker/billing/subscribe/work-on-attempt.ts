import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { finishRefundsOf } from '../credit/refund-steps.ts'
import { IDEMPOTENCY_KEY_LIFE } from '../stripe/make-once.ts'
import { toPaymentRefusal, definiteRefusal } from '../stripe/stripe-problem.ts'
import {
  abandonSubscription,
  findCreated,
  createSubscription,
  type SubscriptionWithIntent,
} from './create-subscription.ts'
import { toRefusal } from './subscribe-attempt.ts'
import { paymentOutcome } from '../sync/payment-outcome.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { releaseAttempt, refuseAttempt, type SubscribeAttempt } from '../../db/billing/subscribe-attempts.ts'

/**
 * Carries out an attempt, or finishes an earlier try. The caller holds the lease. Throws the refusal, which is stored,
 * or `payment_failed`, after which the same key may be tried again.
 */
export async function workOnAttempt(
  ctx: Ctx,
  attempt: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  try {
    const made = await findOrCreate(ctx, attempt, customer, tried)
    return await closeAttempt(ctx, attempt, customer, made)
  } catch (error) {
    throw toPaymentRefusal(error)
  } finally {
    await releaseAttempt(ctx, attempt)
  }
}

async function findOrCreate(
  ctx: Ctx,
  attempt: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  const stripe = await ctx.stripe()
  const made = tried ? await findCreated(stripe, attempt, customer) : null
  if (made) return made
  await finishRefundsOf(ctx, attempt.user_id)
  try {
    if (ctx.now() - attempt.created_at > IDEMPOTENCY_KEY_LIFE) throw new AppError('payment_failed')
    return await createSubscription(stripe, attempt, customer, tried)
  } catch (error) {
    const refusal = error instanceof AppError ? error : definiteRefusal(error)
    if (refusal) await refuseAttempt(ctx, attempt, toRefusal(refusal))
    throw refusal ?? error
  }
}

/**
 * Brings D1 in line with Stripe. A declined card ends the attempt, because Stripe keeps an unpaid subscription for a
 * day and answers the same key with it.
 */
export async function closeAttempt(
  ctx: Ctx,
  attempt: SubscribeAttempt,
  customer: string,
  made: SubscriptionWithIntent,
): Promise<SubscriptionWithIntent> {
  const outcome = paymentOutcome(made.subscription, made.intent)
  if (outcome.kind === 'live' || outcome.kind === 'awaiting') {
    await syncCustomer(ctx, customer)
    return made
  }
  if (outcome.kind === 'declined') {
    const left = await abandonSubscription(await ctx.stripe(), made)
    const { kind } = paymentOutcome(left.subscription, left.intent)
    // The payment has just come in, or the bank is still processing it.
    if (kind === 'live' || kind === 'awaiting') {
      await syncCustomer(ctx, customer)
      return left
    }
    // Stripe did not cancel it, so the attempt stays open for the schedule.
    if (kind === 'declined') {
      await syncCustomer(ctx, customer)
      throw new AppError(outcome.refusal.code, outcome.refusal)
    }
  }
  await refuseAttempt(ctx, attempt, outcome.refusal)
  await syncCustomer(ctx, customer)
  throw new AppError(outcome.refusal.code, outcome.refusal)
}
