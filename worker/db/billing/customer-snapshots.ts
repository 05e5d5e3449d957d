import { and, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { notNullViolation } from '../constraints/not-null-violation.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { prices, subscriptions, subscribe_attempts, trial_cards } from '../schema/billing.ts'
import { openReview, type CreditReview } from './credit-refunds.ts'
import { noteChangesToMail } from './noted-money-mails.ts'
import type { PriceRow } from './price-catalog.ts'
import { followAttempt, type AttemptAtStripe } from './subscribe-attempts.ts'
import type { StripeSubscriptionRow, SubscriptionRow } from './user-subscriptions.ts'

/** What a sync begins with. `ticket`: its place among the syncs of this user. */
type Begun = {
  user_id: string
  ticket: number
  catalogue: PriceRow[]
  held: Pick<SubscriptionRow, 'status' | 'payment_type'>[]
}

/** Takes a ticket, and reads what the sync compares with: one round trip. Null if no user has this customer. */
export async function beginSync({ db }: DbCtx, customer: string): Promise<Begun | null> {
  const ours = db.select({ id: users.id }).from(users).where(eq(users.stripe_customer_id, customer))
  const { places, catalogue, held } = await runNamed(db, {
    places: db
      .update(users)
      .set({ stripe_sync_begun: sql`${users.stripe_sync_begun} + 1` })
      .where(eq(users.stripe_customer_id, customer))
      .returning({ id: users.id, stripe_sync_begun: users.stripe_sync_begun }),
    catalogue: decoded(db.select().from(prices).orderBy(prices.id), getTableColumns(prices)),
    held: db
      .select({ status: subscriptions.status, payment_type: subscriptions.payment_type })
      .from(subscriptions)
      .where(inArray(subscriptions.user_id, ours)),
  })
  const [place] = places
  return place ? { user_id: place.id, ticket: place.stripe_sync_begun, catalogue, held } : null
}

export type CustomerSnapshot = {
  user_id: string
  ticket: number
  /** The live subscription, if any. */
  live: StripeSubscriptionRow | null
  ended: readonly StripeSubscriptionRow[]
  /** The ids of everything that Stripe has for this customer. */
  seen: readonly string[]
  /** When the first trial began, in ms; null if there was none. */
  trial_used_at: number | null
  attempts: readonly AttemptAtStripe[]
  /** The review to open of an ended plan's credit. */
  review: Pick<CreditReview, 'id' | 'customer'> | null
}

/**
 * Writes a snapshot in one batch. `changed` or `same`: D1 now matches Stripe, and did not or did before. `outdated`:
 * nothing was written, because a later snapshot is.
 */
export async function writeSnapshot(ctx: Ctx, snapshot: CustomerSnapshot): Promise<'changed' | 'same' | 'outdated'> {
  const { db } = ctx
  const { user_id, live, ended, attempts, review } = snapshot
  try {
    const { written } = await runNamed(db, {
      ticket: writeTicket(ctx, snapshot),
      mails: noteChangesToMail(ctx, snapshot),
      written: [
        endUnseen(ctx, snapshot),
        dropOthers(ctx, snapshot),
        ...ended.map((facts) => updateRow(ctx, facts)),
        ...(live ? [upsertRow(ctx, user_id, live)] : []),
      ],
      read: db.update(subscriptions).set({ read_at: ctx.now() }).where(isLiveOf(user_id)),
      attempts: attempts.map((attempt) => followAttempt(ctx, user_id, attempt)),
      review: review ? [openReview(ctx, { ...review, user_id })] : [],
      cards: freeTrialCards(ctx, user_id),
    })
    return written.length > 0 ? 'changed' : 'same'
  } catch (error) {
    if (notNullViolation(error) === 'users.stripe_sync_written') return 'outdated'
    throw error
  }
}

/** If a later snapshot is written, null violates the column's "not null", which rolls back the whole batch. */
function writeTicket({ db }: DbCtx, { user_id, ticket, trial_used_at }: CustomerSnapshot) {
  return db
    .update(users)
    .set({
      stripe_sync_written: sql`case when ${users.stripe_sync_written} < ${ticket} then ${ticket} end`,
      ...(trial_used_at !== null && { trial_used_at: sql`coalesce(${users.trial_used_at}, ${trial_used_at})` }),
    })
    .where(eq(users.id, user_id))
}

/** Ends the subscriptions that Stripe no longer has. */
function endUnseen({ db, now }: DbCtx & ClockCtx, { user_id, seen }: CustomerSnapshot) {
  const at = now()
  return db
    .update(subscriptions)
    .set({ status: 'canceled', ended_at: at, current_period_end: null, version: nextVersion(), updated_at: at })
    .where(and(isLiveOf(user_id), sql`${subscriptions.stripe_subscription_id} not in ${idList(seen)}`))
    .returning({ id: subscriptions.id })
}

/** D1 keeps one live subscription per user; an attempt that waits beside it stays at Stripe alone. */
function dropOthers({ db }: DbCtx, { user_id, live, ended, seen }: CustomerSnapshot) {
  const kept = [...ended, ...(live ? [live] : [])].map(({ stripe_subscription_id }) => stripe_subscription_id)
  const others = seen.filter((id) => !kept.includes(id))
  return db
    .delete(subscriptions)
    .where(and(isLiveOf(user_id), sql`${subscriptions.stripe_subscription_id} in ${idList(others)}`))
    .returning({ id: subscriptions.id })
}

/** Frees the trials of the user's refused attempts. */
function freeTrialCards({ db }: DbCtx, user_id: string) {
  const refused = db
    .select({ id: subscribe_attempts.id })
    .from(subscribe_attempts)
    .where(and(eq(subscribe_attempts.user_id, user_id), eq(subscribe_attempts.state, 'refused')))
  return db.delete(trial_cards).where(inArray(trial_cards.attempt_id, refused))
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
