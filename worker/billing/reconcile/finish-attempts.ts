import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../context/context.ts'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import { findCreated } from '../subscribe/create-subscription.ts'
import {
  leaseAttempt,
  toRefusal,
  refuseAttempt,
  releaseAttempt,
  type SubscribeAttempt,
} from '../subscribe/subscribe-attempt.ts'
import type { Repairs } from './repairs.ts'
import { OPEN_ATTEMPT_STATES, subscribe_attempts } from '../../db/schema/billing.ts'
import { closeAttempt } from '../subscribe/work-on-attempt.ts'

const MOST = 20
/** Before this its buyer may still be at it. */
const LEFT_ALONE = 5 * 60_000

/**
 * Finishes the operations that nobody came back to. It looks for what they have made and never makes it: the buyer was
 * told that it had failed, and is not to be charged in their absence.
 */
export async function finishAttempts(ctx: Ctx): Promise<Repairs> {
  const before = ctx.now() - LEFT_ALONE
  const left = await ctx.db
    .select({ operation: subscribe_attempts, customer: users.stripe_customer_id })
    .from(subscribe_attempts)
    .innerJoin(users, eq(users.id, subscribe_attempts.user_id))
    .where(
      and(
        inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]),
        lte(subscribe_attempts.updated_at, before),
        lte(subscribe_attempts.leased_until, ctx.now()),
      ),
    )
    // Those looked at longest ago first: what fails on every run holds up no other.
    .orderBy(asc(subscribe_attempts.leased_until), asc(subscribe_attempts.updated_at))
    .limit(MOST)
  let repaired = 0
  for (const { operation, customer } of left) {
    repaired += Number(await finish(ctx, operation, customer))
  }
  return { looked: left.length, repaired }
}

/** Whether it is finished now. */
async function finish(ctx: Ctx, operation: SubscribeAttempt, customer: string | null): Promise<boolean> {
  try {
    const leased = await leaseAttempt(ctx, operation, 'look')
    const made = customer ? await findCreated(await ctx.stripe(), leased, customer) : null
    if (!made || !customer) {
      await refuseAttempt(ctx, leased, toRefusal(new AppError('payment_failed')))
      return true
    }
    await closeAttempt(ctx, leased, customer, made)
    await releaseAttempt(ctx, leased, ctx.now())
    return operation.state === 'claimed' || made.subscription.status === 'active'
  } catch (error) {
    if (error instanceof AppError) return error.code !== 'attempt_in_flight'
    log('error', 'operation_not_finished', { operation: operation.id, message: String(error) })
    return false
  }
}
