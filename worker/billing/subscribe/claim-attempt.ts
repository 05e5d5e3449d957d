import { sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { notNullViolation } from '../../db/constraints/not-null-violation.ts'
import { uniqueViolation } from '../../db/constraints/unique-violation.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { alreadySubscribed } from './decide-subscribe.ts'
import { claimTrialPromotion } from '../trial-promotion/claim-trial-promotion.ts'
import type { CheckoutPromise } from '../trial-promotion/promised-amount.ts'
import { LEASE, type SubscribeAttempt } from './subscribe-attempt.ts'
import { subscribe_attempts, subscriptions, trial_cards, type SubscribeRequest } from '../../db/schema/billing.ts'

type Claim = {
  user_id: string
  key: string
  hash: string
  request: SubscribeRequest
  /** The terms promised for the first payment after the trial. */
  promise: CheckoutPromise | null
}

/**
 * Stores what is about to be asked of Stripe, so that after a crash it is finished, not repeated. Throws
 * `attempt_in_flight`, `already_subscribed` or `trial_refused` if another call was faster.
 */
export async function claimAttempt(
  ctx: Ctx,
  { user_id, key, hash, request, promise }: Claim,
): Promise<SubscribeAttempt> {
  const { db } = ctx
  const at = ctx.now()
  const id = ctx.id('op')
  const values = {
    id,
    user_id,
    idempotency_key: key,
    // Null violates the column's constraint if the user got a plan in the meantime.
    request_hash: sql<string>`case when not exists (${liveOf(user_id)}) then ${hash} end`,
    request,
    leased_until: at + LEASE,
    created_at: at,
    updated_at: at,
  }
  const attempt = db.insert(subscribe_attempts).values(values).returning()
  const { fingerprint } = request
  try {
    const [[claimed]] = await db.batch([
      attempt,
      ...(request.trial_days > 0 && fingerprint
        ? [db.insert(trial_cards).values({ fingerprint, user_id, attempt_id: id, created_at: at })]
        : []),
      ...(promise ? [claimTrialPromotion(ctx, { attempt_id: id, user_id }, promise)] : []),
    ])
    if (!claimed) throw new Error('The attempt was not written.')
    return claimed
  } catch (error) {
    throw claimRefusal(error)
  }
}

function liveOf(user_id: string) {
  const { status, card_authenticated } = subscriptions
  return sql`select 1 from ${subscriptions} where ${subscriptions.user_id} = ${user_id} and
    (${status} in ('active', 'past_due', 'unpaid', 'paused') or (${status} = 'trialing' and ${card_authenticated}))`
}

function claimRefusal(error: unknown): unknown {
  if (notNullViolation(error) === 'subscribe_attempts.request_hash') return alreadySubscribed()
  const met = uniqueViolation(error) ?? ''
  if (met.startsWith('subscribe_attempts.')) return new AppError('attempt_in_flight', { cause: error })
  if (met.startsWith('trial_cards.')) return new AppError('trial_refused', { attribute: 'trial', cause: error })
  return error
}
