import type { Ctx } from '../../context/context.ts'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import { asPaymentRefusal, definiteRefusal } from '../../stripe/stripe-problem.ts'
import {
  abandonSubscription,
  findCreated,
  IDEMPOTENCY_KEY_LIFE,
  createSubscription,
  type SubscriptionWithIntent,
} from './create-subscription.ts'
import { toRefusal, refuseAttempt, releaseAttempt, type SubscribeAttempt } from './subscribe-attempt.ts'
import { paymentOutcome } from '../sync/payment-outcome.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/**
 * Does what an operation wants, or finishes what an earlier try has begun; whoever calls has leased it. Throws the
 * refusal, which is then kept, or `payment_failed`, after which the same key may be tried again.
 */
export async function workOnAttempt(
  ctx: Ctx,
  operation: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  try {
    const made = await findOrCreate(ctx, operation, customer, tried)
    return await closeAttempt(ctx, operation, customer, made)
  } catch (error) {
    throw asPaymentRefusal(error)
  } finally {
    // Not reached, the lease runs out by itself.
    await releaseAttempt(ctx, operation).catch((error: unknown) =>
      log('warn', 'not_released', { message: String(error) }),
    )
  }
}

async function findOrCreate(
  ctx: Ctx,
  operation: SubscribeAttempt,
  customer: string,
  tried: boolean,
): Promise<SubscriptionWithIntent> {
  const stripe = await ctx.stripe()
  const made = tried ? await findCreated(stripe, operation, customer) : null
  if (made) return made
  try {
    if (ctx.now() - operation.created_at > IDEMPOTENCY_KEY_LIFE) throw new AppError('payment_failed')
    return await createSubscription(stripe, operation, customer, tried)
  } catch (error) {
    const refusal = error instanceof AppError ? error : definiteRefusal(error)
    if (refusal) await refuseAttempt(ctx, operation, toRefusal(refusal))
    throw refusal ?? error
  }
}

/**
 * Brings D1 to where Stripe is. A declined card ends the attempt, because Stripe keeps an unpaid subscription for a day
 * and answers the same key with it (handbook on Stripe, §1.4).
 */
export async function closeAttempt(
  ctx: Ctx,
  operation: SubscribeAttempt,
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
    // Paid in that very moment, or the bank still thinks about it.
    if (paymentOutcome(left.subscription, left.intent).kind !== 'over') {
      await syncCustomer(ctx, customer)
      return left
    }
  }
  await refuseAttempt(ctx, operation, outcome.refusal)
  await syncCustomer(ctx, customer)
  throw new AppError(outcome.refusal.code, outcome.refusal)
}
