import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type Stripe from 'stripe'
import { users } from '../../db/schema/accounts.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { notNullViolation } from '../../db/constraints/not-null-violation.ts'
import type { StripeSubscriptionRow } from './subscription-from-stripe.ts'
import { openCreditReview } from '../credit/credit-review.ts'
import { noteChangesToMail } from '../mails/due/changes-to-mail.ts'
import { closeAttempts } from './close-attempts.ts'
import { hadTrial } from './payment-outcome.ts'
import { subscriptions, trial_cards, subscribe_attempts } from '../../db/schema/billing.ts'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'

export type SubscriptionSnapshot = {
  user_id: string
  ticket: number
  /** The live subscription, if any. */
  live: StripeSubscriptionRow | null
  ended: StripeSubscriptionRow[]
  /** Everything Stripe has for this customer. */
  seen: Stripe.Subscription[]
}

/**
 * `written`: D1 matches Stripe, and `changed` tells whether it did not before. `outdated`: a sync that began later has
 * written already. `unknown`: no user has this customer.
 */
export type SyncResult = { kind: 'written'; user_id: string; changed: boolean } | { kind: 'outdated' | 'unknown' }

/** Writes a snapshot in one batch, or nothing if a later one is written already. */
export async function saveSnapshot(ctx: Ctx, reading: SubscriptionSnapshot): Promise<SyncResult> {
  const { db } = ctx
  const { user_id, live, ended } = reading
  const writes = [
    endUnseen(ctx, reading),
    dropOthers(ctx, reading),
    ...ended.map((facts) => updateRow(ctx, facts)),
    ...(live ? [upsertRow(ctx, user_id, live)] : []),
  ]
  const after: BatchItem<'sqlite'>[] = [
    db.update(subscriptions).set({ read_at: ctx.now() }).where(isLiveOf(user_id)),
    ...closeAttempts(ctx, reading),
    ...openCreditReview(ctx, user_id, reading.seen),
    db.delete(trial_cards).where(
      inArray(
        trial_cards.attempt_id,
        db
          .select({ id: subscribe_attempts.id })
          .from(subscribe_attempts)
          .where(and(eq(subscribe_attempts.user_id, user_id), eq(subscribe_attempts.state, 'refused'))),
      ),
    ),
  ]
  try {
    const mails = noteChangesToMail(ctx, reading)
    const [, ...results] = await db.batch([writeTicket(ctx, reading), ...mails, ...writes, ...after])
    const written = results.slice(mails.length, mails.length + writes.length)
    const changed = written.some((rows) => Array.isArray(rows) && rows.length > 0)
    return { kind: 'written', user_id, changed }
  } catch (error) {
    if (notNullViolation(error) === 'users.stripe_sync_written') return { kind: 'outdated' }
    throw error
  }
}

/** If a later snapshot is written, null violates the column's "not null", which rolls back the whole batch. */
function writeTicket({ db }: DbCtx, { user_id, ticket, seen }: SubscriptionSnapshot) {
  const trial = seen.filter(hadTrial).map(({ trial_start }) => (trial_start ?? 0) * 1000)
  return db
    .update(users)
    .set({
      stripe_sync_written: sql`case when ${users.stripe_sync_written} < ${ticket} then ${ticket} end`,
      ...(trial.length > 0 && { trial_used_at: sql`coalesce(${users.trial_used_at}, ${Math.min(...trial)})` }),
    })
    .where(eq(users.id, user_id))
}

/** Ends the subscriptions that Stripe no longer has. */
function endUnseen({ db, now }: DbCtx & ClockCtx, { user_id, seen }: SubscriptionSnapshot) {
  const at = now()
  return db
    .update(subscriptions)
    .set({ status: 'canceled', ended_at: at, current_period_end: null, version: nextVersion(), updated_at: at })
    .where(
      and(isLiveOf(user_id), sql`${subscriptions.stripe_subscription_id} not in ${idList(seen.map(({ id }) => id))}`),
    )
    .returning({ id: subscriptions.id })
}

/** D1 keeps one live subscription per user; an attempt that waits beside it stays at Stripe alone. */
function dropOthers({ db }: DbCtx, { user_id, live, ended, seen }: SubscriptionSnapshot) {
  const kept = [...ended, ...(live ? [live] : [])].map(({ stripe_subscription_id }) => stripe_subscription_id)
  const others = seen.map(({ id }) => id).filter((id) => !kept.includes(id))
  return db
    .delete(subscriptions)
    .where(and(isLiveOf(user_id), sql`${subscriptions.stripe_subscription_id} in ${idList(others)}`))
    .returning({ id: subscriptions.id })
}

/** One JSON parameter, because D1 takes a hundred per statement and a customer may have more subscriptions. */
function idList(ids: readonly string[]) {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`
}

function isLiveOf(user_id: string) {
  return and(
    eq(subscriptions.user_id, user_id),
    eq(subscriptions.payment_type, 'stripe'),
    notInArray(subscriptions.status, [...ENDED_STATUSES]),
  )
}

function updateRow({ db, now }: DbCtx & ClockCtx, facts: StripeSubscriptionRow) {
  return db
    .update(subscriptions)
    .set({ ...changesOf(facts), updated_at: now() })
    .where(and(eq(subscriptions.stripe_subscription_id, facts.stripe_subscription_id), sql`(${rowDiffers(facts)})`))
    .returning({ id: subscriptions.id })
}

function upsertRow(ctx: Ctx, user_id: string, facts: StripeSubscriptionRow) {
  const at = ctx.now()
  return ctx.db
    .insert(subscriptions)
    .values({ ...facts, id: ctx.id('sub'), user_id, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: subscriptions.stripe_subscription_id,
      set: { ...changesOf(facts), updated_at: at },
      setWhere: rowDiffers(facts),
    })
    .returning({ id: subscriptions.id })
}

/** Keeps the first `past_due_since` while the subscription stays past due. */
function changesOf(facts: StripeSubscriptionRow) {
  const since = sql<number | null>`case when ${subscriptions.status} = 'past_due' then
    coalesce(${subscriptions.past_due_since}, ${facts.past_due_since}) else ${facts.past_due_since} end`
  return {
    ...facts,
    past_due_since: facts.status === 'past_due' ? since : null,
    version: nextVersion(),
  }
}

function nextVersion() {
  return sql<number>`${subscriptions.version} + 1`
}

/** Skips the write if nothing changed. `past_due_since` follows from the status. */
function rowDiffers(facts: StripeSubscriptionRow) {
  const each = COMPARED_COLUMNS.map(
    (name) => sql`${subscriptions[name]} is not ${sql.param(facts[name], subscriptions[name])}`,
  )
  return sql.join(each, sql` or `)
}

const COMPARED_COLUMNS = [
  'plan_id',
  'tier',
  'product_id',
  'status',
  'payment_interval',
  'price_in_cents',
  'currency',
  'card_authenticated',
  'trial_end',
  'current_period_start',
  'current_period_end',
  'cancel_at_period_end',
  'cancel_at',
  'ended_at',
  'stripe_schedule_id',
  'next_plan',
  'next_interval',
  'next_plan_price',
  'next_plan_at',
  'card_expires_at',
] as const satisfies (keyof StripeSubscriptionRow)[]
