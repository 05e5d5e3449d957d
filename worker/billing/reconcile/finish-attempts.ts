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
import { effectiveStatus } from '../sync/effective-status.ts'
import { closeAttempt } from '../subscribe/work-on-attempt.ts'

const MOST = 20
/** A younger attempt may still be in its buyer's hands. */
const LEFT_ALONE = 5 * 60_000

/**
 * Finishes abandoned attempts. It looks for the subscription that an attempt created and never creates one: the buyer
 * saw a failure, and must not be charged in their absence.
 */
export async function finishAttempts(ctx: Ctx): Promise<Repairs> {
  const before = ctx.now() - LEFT_ALONE
  const left = await ctx.db
    .select({ attempt: subscribe_attempts, customer: users.stripe_customer_id })
    .from(subscribe_attempts)
    .innerJoin(users, eq(users.id, subscribe_attempts.user_id))
    .where(
      and(
        inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]),
        lte(subscribe_attempts.updated_at, before),
        lte(subscribe_attempts.leased_until, ctx.now()),
      ),
    )
    // The longest unchecked first, so that failing attempts do not delay others.
    .orderBy(asc(subscribe_attempts.leased_until), asc(subscribe_attempts.updated_at))
    .limit(MOST)
  let repaired = 0
  for (const { attempt, customer } of left) {
    repaired += Number(await finish(ctx, attempt, customer))
  }
  return { looked: left.length, repaired }
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
    await closeAttempt(ctx, leased, customer, made)
    await releaseAttempt(ctx, leased, ctx.now())
    return attempt.state === 'claimed' || effectiveStatus(made.subscription) === 'active'
  } catch (error) {
    if (error instanceof AppError) return error.code !== 'attempt_in_flight'
    log('error', 'operation_not_finished', { operation: attempt.id, message: String(error) })
    return false
  }
}
