import type { Ctx } from '../../context/context.ts'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import { asRefusal, definiteRefusal } from '../../stripe/stripe-problem.ts'
import { abandon, findMade, KEY_LIFE, make, type Whole } from './create-subscription.ts'
import { refusalOf, refuse, release, type Operation } from './subscribe-attempt.ts'
import { outcomeOf } from '../sync/payment-outcome.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

/**
 * Does what an operation wants, or finishes what an earlier try has begun; whoever calls has leased it. Throws the
 * refusal, which is then kept, or `payment_failed`, after which the same key may be tried again.
 */
export async function workOnOperation(
  ctx: Ctx,
  operation: Operation,
  customer: string,
  tried: boolean,
): Promise<Whole> {
  try {
    const made = await begun(ctx, operation, customer, tried)
    return await settle(ctx, operation, customer, made)
  } catch (error) {
    throw asRefusal(error)
  } finally {
    // Not reached, the lease runs out by itself.
    await release(ctx, operation).catch((error: unknown) => log('warn', 'not_released', { message: String(error) }))
  }
}

async function begun(ctx: Ctx, operation: Operation, customer: string, tried: boolean): Promise<Whole> {
  const stripe = await ctx.stripe()
  const made = tried ? await findMade(stripe, operation, customer) : null
  if (made) return made
  try {
    if (ctx.now() - operation.created_at > KEY_LIFE) throw new AppError('payment_failed')
    return await make(stripe, operation, customer, tried)
  } catch (error) {
    const refusal = error instanceof AppError ? error : definiteRefusal(error)
    if (refusal) await refuse(ctx, operation, refusalOf(refusal))
    throw refusal ?? error
  }
}

/**
 * Brings D1 to where Stripe is. A declined card ends the attempt, because Stripe keeps an unpaid subscription for a day
 * and answers the same key with it (handbook on Stripe, §1.4).
 */
export async function settle(ctx: Ctx, operation: Operation, customer: string, made: Whole): Promise<Whole> {
  const outcome = outcomeOf(made.subscription, made.intent)
  if (outcome.kind === 'live' || outcome.kind === 'awaiting') {
    await syncCustomer(ctx, customer)
    return made
  }
  if (outcome.kind === 'declined') {
    const left = await abandon(await ctx.stripe(), made)
    // Paid in that very moment, or the bank still thinks about it.
    if (outcomeOf(left.subscription, left.intent).kind !== 'over') {
      await syncCustomer(ctx, customer)
      return left
    }
  }
  await refuse(ctx, operation, outcome.refusal)
  await syncCustomer(ctx, customer)
  throw new AppError(outcome.refusal.code, outcome.refusal)
}
