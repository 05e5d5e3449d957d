import { and, eq, getTableColumns, inArray, lte, or, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { notNullViolation } from '../constraints/not-null-violation.ts'
import { uniqueViolation } from '../constraints/unique-violation.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { endLease, takeLease } from '../lease.ts'
import { past_trials } from '../schema/account-changes.ts'
import { users } from '../schema/accounts.ts'
import {
  OPEN_ATTEMPT_STATES,
  prices,
  subscribe_attempts,
  subscriptions,
  trial_cards,
  type StoredRefusal,
  type SubscribeRequest,
} from '../schema/billing.ts'
import { abandonedAt, isOneOf } from '../schema/columns.ts'
import { promiseStatement, type CheckoutPromise } from './promised-promotions.ts'

export type { StoredRefusal, SubscribeRequest } from '../schema/billing.ts'
export type SubscribeAttempt = typeof subscribe_attempts.$inferSelect

/** Longer than any request that works on an attempt: three Stripe calls with their retries. */
export const ATTEMPT_LEASE = 60_000

/** The attempt with this key and the open attempt, which may be the same: at most two rows. */
export async function readAttempts({ db }: DbCtx, user_id: string, key: string | null): Promise<SubscribeAttempt[]> {
  const open = inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES])
  return db
    .select()
    .from(subscribe_attempts)
    .where(
      and(eq(subscribe_attempts.user_id, user_id), key ? or(open, eq(subscribe_attempts.idempotency_key, key)) : open),
    )
}

/** The user's Stripe customer, and the attempt of theirs that made this subscription. */
export async function readAttemptBehind(
  { db }: DbCtx,
  { user_id, stripe_subscription_id }: { user_id: string; stripe_subscription_id: string },
): Promise<{ customer: string | null; attempt: SubscribeAttempt | null }> {
  const theirs = and(
    eq(subscribe_attempts.stripe_subscription_id, stripe_subscription_id),
    eq(subscribe_attempts.user_id, user_id),
  )
  const { owner, attempts } = await runNamed(db, {
    owner: db.select({ stripe_customer_id: users.stripe_customer_id }).from(users).where(eq(users.id, user_id)),
    attempts: decoded(db.select().from(subscribe_attempts).where(theirs), getTableColumns(subscribe_attempts)),
  })
  return { customer: owner[0]?.stripe_customer_id ?? null, attempt: attempts[0] ?? null }
}

/** Attempts that nobody has worked on since `before` (ms), the longest waiting first, with their customers. */
export async function readAbandonedAttempts(
  { db }: DbCtx,
  before: number,
  most: number,
): Promise<{ attempt: SubscribeAttempt; customer: string | null }[]> {
  const abandoned = abandonedAt(subscribe_attempts)
  return (
    db
      .select({ attempt: subscribe_attempts, customer: users.stripe_customer_id })
      .from(subscribe_attempts)
      .innerJoin(users, eq(users.id, subscribe_attempts.user_id))
      .where(and(isOneOf(subscribe_attempts.state, OPEN_ATTEMPT_STATES), lte(abandoned, before)))
      // A look moves an attempt on, so that failing ones do not delay others.
      .orderBy(abandoned)
      .limit(most)
  )
}

type Buying = { user_id: string; fingerprint: string; past_trials: readonly string[] }

/**
 * The buyer, what is sold, their subscriptions, and whether the card with this fingerprint has had a trial: on an
 * account of today, or on one that is deleted, of which the hashes of `past_trials` are kept.
 */
export async function readPurchase({ db }: DbCtx, { user_id, fingerprint, past_trials: hashes }: Buying) {
  const { buyers, catalogue, held, spent, past } = await runNamed(db, {
    buyers: decoded(db.select().from(users).where(eq(users.id, user_id)), getTableColumns(users)),
    catalogue: decoded(db.select().from(prices).where(eq(prices.active, true)), getTableColumns(prices)),
    held: decoded(
      db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id)),
      getTableColumns(subscriptions),
    ),
    spent: db.select().from(trial_cards).where(eq(trial_cards.fingerprint, fingerprint)),
    past: db
      .select()
      .from(past_trials)
      .where(inArray(past_trials.hash, [...hashes])),
  })
  return { user: buyers[0] ?? null, catalogue, held, cardHadTrial: spent.length + past.length > 0 }
}

type Claim = {
  user_id: string
  key: string
  hash: string
  request: SubscribeRequest
  /** The terms promised for the first payment after the trial. */
  promise: CheckoutPromise | null
}
/** What another call was faster with. */
export type ClaimMet = { met: 'plan' | 'open_attempt' | 'trial_card'; cause: unknown }

/** Stores an attempt with its lease, its trial's card and its promise, or nothing. */
export async function claimAttempt(
  ctx: Ctx,
  { user_id, key, hash, request, promise }: Claim,
): Promise<{ attempt: SubscribeAttempt } | ClaimMet> {
  const { db } = ctx
  const at = ctx.now()
  const id = ctx.id('op')
  const values = {
    id,
    user_id,
    idempotency_key: key,
    // Null violates the column's constraint if the user got a plan in the meantime.
    request_hash: sql<string>`case when not exists (${planOf(user_id)}) then ${hash} end`,
    request,
    leased_until: at + ATTEMPT_LEASE,
    created_at: at,
    updated_at: at,
  }
  const { fingerprint } = request
  try {
    const { claimed } = await runNamed(db, {
      claimed: decoded(db.insert(subscribe_attempts).values(values).returning(), getTableColumns(subscribe_attempts)),
      card:
        request.trial_days > 0 && fingerprint
          ? [db.insert(trial_cards).values({ fingerprint, user_id, attempt_id: id, created_at: at })]
          : [],
      promise: promise ? [promiseStatement(ctx, { attempt_id: id, user_id }, promise)] : [],
    })
    const [attempt] = claimed
    if (!attempt) throw new Error('The attempt was not written.')
    return { attempt }
  } catch (error) {
    const met = whatMet(error)
    if (!met) throw error
    return { met, cause: error }
  }
}

function planOf(user_id: string) {
  const { status, card_authenticated } = subscriptions
  return sql`select 1 from ${subscriptions} where ${subscriptions.user_id} = ${user_id} and
    (${status} in ('active', 'past_due', 'unpaid', 'paused') or (${status} = 'trialing' and ${card_authenticated}))`
}

function whatMet(error: unknown): ClaimMet['met'] | null {
  if (notNullViolation(error) === 'subscribe_attempts.request_hash') return 'plan'
  const met = uniqueViolation(error) ?? ''
  if (met.startsWith('subscribe_attempts.')) return 'open_attempt'
  return met.startsWith('trial_cards.') ? 'trial_card' : null
}

/** Null if somebody has the attempt. `why`: `try` calls Stripe again; `look` only checks the result. */
export function takeAttempt(ctx: Ctx, { id }: SubscribeAttempt, why: 'try' | 'look'): Promise<SubscribeAttempt | null> {
  return takeLease(ctx, subscribe_attempts, 'leased_until', {
    ms: ATTEMPT_LEASE,
    where: eq(subscribe_attempts.id, id),
    ...(why === 'try' && { set: { updated_at: ctx.now() } }),
  })
}

/** Lets others work on the attempt. `at` (ms): its place in the schedule's order. */
export function releaseAttempt(ctx: Ctx, attempt: SubscribeAttempt, at = 0): Promise<void> {
  return endLease(ctx, subscribe_attempts, 'leased_until', attempt, { leased_until: at })
}

/** Closes the attempt as refused, and frees its trial for another attempt. */
export async function refuseAttempt(
  { db, now }: DbCtx & ClockCtx,
  { id }: SubscribeAttempt,
  refusal: StoredRefusal,
): Promise<void> {
  await runNamed(db, {
    attempt: db
      .update(subscribe_attempts)
      .set({ state: 'refused', refusal, leased_until: 0, updated_at: now() })
      .where(and(eq(subscribe_attempts.id, id), inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]))),
    card: db
      .delete(trial_cards)
      .where(
        and(
          eq(trial_cards.attempt_id, id),
          sql`exists (select 1 from ${subscribe_attempts} where ${subscribe_attempts.id} = ${id} and ${subscribe_attempts.state} = 'refused')`,
        ),
      ),
  })
}

/** An open attempt as its subscription at Stripe has it. */
export type AttemptAtStripe = Pick<SubscribeAttempt, 'id' | 'state'> & {
  refusal?: StoredRefusal
  stripe_subscription_id: string
}

/** The statement that brings an open attempt of the user in line with Stripe. */
export function followAttempt({ db, now }: DbCtx & ClockCtx, user_id: string, { id, ...known }: AttemptAtStripe) {
  return db
    .update(subscribe_attempts)
    .set({ ...known, updated_at: now() })
    .where(
      and(
        eq(subscribe_attempts.id, id),
        eq(subscribe_attempts.user_id, user_id),
        inArray(subscribe_attempts.state, [...OPEN_ATTEMPT_STATES]),
      ),
    )
}
