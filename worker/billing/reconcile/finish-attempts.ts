import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { IDEMPOTENCY_KEY_LIFE } from '../stripe/make-once.ts'
import { abandonSubscription, findCreated } from '../subscribe/create-subscription.ts'
import { leaseAttempt, toRefusal } from '../subscribe/subscribe-attempt.ts'
import type { Repairs } from './repairs.ts'
import { closeAttempt } from '../subscribe/work-on-attempt.ts'
import {
  releaseAttempt,
  refuseAttempt,
  readAbandonedAttempts,
  type SubscribeAttempt,
} from '../../db/billing/subscribe-attempts.ts'
import { effectiveStatus } from '../sync/payment-outcome.ts'

/** Each takes some 40 statements, and D1 takes 1,000 of an invocation. */
const ATTEMPTS_AT_ONCE = 10

/**
 * Finishes abandoned attempts. It looks for the subscription that an attempt created and never creates one: the buyer
 * saw a failure, and must not be charged in their absence.
 */
export async function finishAttempts(ctx: Ctx, before: number): Promise<Repairs> {
  const left = await readAbandonedAttempts(ctx, before, ATTEMPTS_AT_ONCE)
  let repaired = 0
  for (const { attempt, customer } of left) {
    repaired += Number(await finish(ctx, attempt, customer))
  }
  return { looked: left.length, repaired, more: left.length === ATTEMPTS_AT_ONCE }
}

/** Returns whether this run repaired the attempt. */
async function finish(ctx: Ctx, attempt: SubscribeAttempt, customer: string | null): Promise<boolean> {
  try {
    const leased = await leaseAttempt(ctx, attempt, 'look')
    const made = customer ? await findCreated(await ctx.stripe(), leased, customer) : null
    if (!made || !customer) {
      await refuseAttempt(ctx, leased, toRefusal(new AppError('payment_failed')))
      return true
    }
    // Stripe would charge a trial that its buyer never confirmed when the trial ends; what is unpaid it ends in a day.
    const isLate = ctx.now() - attempt.created_at > IDEMPOTENCY_KEY_LIFE
    await closeAttempt(ctx, leased, customer, isLate ? await abandonSubscription(await ctx.stripe(), made) : made)
    await releaseAttempt(ctx, leased, ctx.now())
    return attempt.state === 'claimed' || effectiveStatus(made.subscription) === 'active'
  } catch (error) {
    if (error instanceof AppError) return error.code !== 'attempt_in_flight'
    log('error', 'operation_not_finished', { operation: attempt.id, message: String(error) })
    return false
  }
}
