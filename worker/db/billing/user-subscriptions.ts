import { and, asc, desc, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm'
import { ENDED_STATUSES } from '../../contract/billing/subscription-status.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { endLease, takeLease } from '../lease.ts'
import { users } from '../schema/accounts.ts'
import { isBookedOut, isLiveAtStripe, subscriptions } from '../schema/billing.ts'
import { sqlList } from '../schema/columns.ts'
import { security_events } from '../schema/security.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** The columns that D1 keeps of a Stripe subscription. */
export type StripeSubscriptionRow = Omit<
  typeof subscriptions.$inferInsert,
  'id' | 'user_id' | 'version' | 'created_at' | 'updated_at' | 'past_due_since'
> & {
  stripe_subscription_id: string
  past_due_since: number | null
}

/** A session's user, and all that D1 has of their subscriptions, the newest first: one round trip. `now` in ms. */
export function readPlansOfSession({ db }: DbCtx, sessionHash: string, now: number) {
  const theirs = db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.user_id, sessionUser(db, sessionHash)))
    .orderBy(desc(subscriptions.created_at))
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    plans: decoded(theirs, getTableColumns(subscriptions)),
  })
}

/** All that D1 has of the user's subscriptions. */
export async function readSubscriptionsOf({ db }: DbCtx, user_id: string): Promise<SubscriptionRow[]> {
  return db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id))
}

/** The user's Stripe customer, and the subscription that has not ended. */
export async function readLivePlan(
  { db }: DbCtx,
  user_id: string,
): Promise<{ customer: string | null; plan: SubscriptionRow | null }> {
  const live = and(
    eq(subscriptions.user_id, user_id),
    sql`${subscriptions.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`,
  )
  const { owner, plans } = await runNamed(db, {
    owner: db.select({ stripe_customer_id: users.stripe_customer_id }).from(users).where(eq(users.id, user_id)),
    plans: decoded(db.select().from(subscriptions).where(live), getTableColumns(subscriptions)),
  })
  return { customer: owner[0]?.stripe_customer_id ?? null, plan: plans[0] ?? null }
}

/** The plan that a deletion ends, by Stripe's id, or that runs; null without one. */
export async function readPlanInDeletion(
  { db }: DbCtx,
  user_id: string,
  ends_subscription: string | null,
): Promise<SubscriptionRow | null> {
  const { stripe_subscription_id, ended_at } = subscriptions
  const counts = or(isNull(ended_at), eq(stripe_subscription_id, ends_subscription ?? ''))
  const [held] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), counts))
    .orderBy(asc(ended_at))
    .limit(1)
  return held ?? null
}

/** The plan of an account that is back, live or ended since the deletion, with its user; null without one of Stripe's. */
export async function readPlanAfterDeletion(
  { db }: DbCtx,
  user_id: string,
): Promise<{ user: typeof users.$inferSelect; held: SubscriptionRow } | null> {
  const [found] = await db
    .select({ user: users, held: subscriptions })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(and(eq(users.id, user_id), or(isLiveAtStripe(subscriptions), hasEndedInDeletion(user_id))))
    .orderBy(asc(subscriptions.ended_at), desc(subscriptions.created_at))
    .limit(1)
  return found ?? null
}

/** Stripe's moments are whole seconds. */
function hasEndedInDeletion(user_id: string) {
  const { kind, created_at } = security_events
  const deleted = sql`(select max(${created_at}) / 1000 from ${security_events}
    where ${security_events.user_id} = ${user_id} and ${kind} = 'account_deleted')`
  return and(eq(subscriptions.payment_type, 'stripe'), sql`${subscriptions.ended_at} / 1000 >= ${deleted}`)
}

/** Stripe's id of the customer's live subscription; null without one. */
export async function readLiveAtStripe({ db }: DbCtx, customer: string): Promise<string | null> {
  const [live] = await db
    .select({ id: subscriptions.stripe_subscription_id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(and(eq(users.stripe_customer_id, customer), isLiveAtStripe(subscriptions)))
  return live?.id ?? null
}

/** Takes a plan for `ms`; null if another call has it. */
export function takePlan(ctx: Ctx, stripe_subscription_id: string, ms: number): Promise<SubscriptionRow | null> {
  const where = eq(subscriptions.stripe_subscription_id, stripe_subscription_id)
  return takeLease(ctx, subscriptions, 'changing_until', { ms, where })
}

export function releasePlan(ctx: Ctx, taken: SubscriptionRow): Promise<void> {
  return endLease(ctx, subscriptions, 'changing_until', taken, { changing_until: null })
}

/** Marks that the payment was told to analytics, once. Null if it was before, or is not made. */
export async function markPaymentTold(
  { db, now }: DbCtx & ClockCtx,
  stripe_subscription_id: string,
): Promise<SubscriptionRow | null> {
  const { status, card_authenticated, payment_told_at } = subscriptions
  const [paid] = await db
    .update(subscriptions)
    .set({ payment_told_at: now() })
    .where(
      and(
        eq(subscriptions.stripe_subscription_id, stripe_subscription_id),
        isNull(payment_told_at),
        or(eq(status, 'active'), and(eq(status, 'trialing'), eq(card_authenticated, true))),
      ),
    )
    .returning()
  return paid ?? null
}

/** `live`: those that Stripe bills. `booked_out`: those whose schedule plans nothing more. */
const TO_REREAD = { live: isLiveAtStripe(subscriptions), booked_out: isBookedOut(subscriptions) }
export type ToReread = keyof typeof TO_REREAD

/** Subscriptions that were not read at Stripe for longest, at most `most`. */
export async function readToReread(
  { db }: DbCtx,
  which: ToReread,
  most: number,
): Promise<{ id: string; read_at: number; customer: string | null }[]> {
  const { id, user_id, read_at } = subscriptions
  return db
    .select({ id, read_at, customer: users.stripe_customer_id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, user_id))
    .where(TO_REREAD[which])
    .orderBy(asc(read_at))
    .limit(most)
}

export async function markRead({ db, now }: DbCtx & ClockCtx, id: string): Promise<void> {
  await db.update(subscriptions).set({ read_at: now() }).where(eq(subscriptions.id, id))
}

/** A plan as it was read. */
type LapsedPlan = { id: string; user_id: string; version: number }

/** The plans whose time ran out by `before` (ms) without an event, at most so many, the earliest first. */
export function readLapsed({ db }: DbCtx, before: number, most: number): Promise<LapsedPlan[]> {
  const { id, user_id, version, lapses_at } = subscriptions
  return db
    .select({ id, user_id, version })
    .from(subscriptions)
    .where(lte(lapses_at, before))
    .orderBy(asc(lapses_at))
    .limit(most)
}

/** Says when the plan is looked at again (ms), null for never. A plan that changed meanwhile has a new time. */
export async function setLapse({ db }: DbCtx, { id, version }: LapsedPlan, lapses_at: number | null): Promise<void> {
  await db
    .update(subscriptions)
    .set({ lapses_at })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.version, version)))
}
