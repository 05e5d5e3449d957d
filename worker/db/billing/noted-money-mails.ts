import { and, asc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { BeforeChange } from '../../contract/billing/money-mail.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { insertRow } from '../insert-row.ts'
import { takeLease } from '../lease.ts'
import { users } from '../schema/accounts.ts'
import { subscriptions } from '../schema/billing.ts'
import { isOpenMail, money_mails } from '../schema/money-mails.ts'
import type { CustomerSnapshot } from './customer-snapshots.ts'
import type { StripeSubscriptionRow, SubscriptionRow } from './user-subscriptions.ts'

type MoneyMail = typeof money_mails.$inferSelect

/** How long one worker may take for a mail; after a crash another one has it then. */
const MAIL_LEASE = 10 * MINUTE

/** `customer`: Stripe's id of the user who gets the mail. */
type Wanted = Pick<typeof money_mails.$inferInsert, 'kind' | 'subscription' | 'subject' | 'before'> & {
  customer: string
}

/** Notes mails, all or none, in one statement; nothing for an unknown customer, or for a mail noted before. */
export async function noteMoneyMails(ctx: Ctx, mails: readonly Wanted[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ customer, kind, subscription, subject, before = null }) => {
    return [ctx.id('mon'), kind, subscription, subject, customer, before && JSON.stringify(before)]
  })
  const from = sql`json_each(${JSON.stringify(rows)}) join ${users} on ${users.stripe_customer_id} = value ->> 4`
  const row = {
    id: sql`value ->> 0`,
    kind: sql`value ->> 1`,
    user_id: users.id,
    subscription: sql`value ->> 2`,
    subject: sql`value ->> 3`,
    before: sql`value ->> 5`,
    created_at: ctx.now(),
  }
  await insertRow(ctx.db, money_mails, row, { from }).onConflictDoNothing()
}

/** The booked plan, and when it begins. */
const BOOKED = ['next_plan', 'next_interval', 'next_plan_price', 'next_plan_at'] as const

/** The snapshot that is about to be written. */
type Snapshot = Pick<CustomerSnapshot, 'user_id' | 'live' | 'ended' | 'seen'>

/**
 * Statements that note the mails about what a snapshot changes. They compare it with the rows as they are, so they run
 * before the snapshot's own statements, in the same batch: a change and its mail are written together or not at all.
 */
export function noteChangesToMail(ctx: DbCtx & ClockCtx, { user_id, live, ended, seen }: Snapshot) {
  const ends = [...(live ? [live] : []), ...ended].flatMap((facts) => {
    const at = endOf(facts)
    return at === null ? [] : [{ id: facts.stripe_subscription_id, at }]
  })
  return [...(live ? [notePlanChange(ctx, live)] : []), noteEnds(ctx, ends), noteUnseenEnds(ctx, user_id, seen)]
}

/** When a subscription has ended or will, in ms; null while it renews. */
function endOf(facts: StripeSubscriptionRow): number | null {
  const { status, ended_at, cancel_at_period_end, current_period_end, cancel_at } = facts
  if (status === 'canceled') return ended_at ?? null
  return (cancel_at_period_end ? current_period_end : cancel_at) ?? null
}

const { stripe_subscription_id, tier, payment_interval, price_in_cents, version } = subscriptions

/** The subscription gave its user a plan, or would once it is paid. */
const WAS_A_PLAN = sql`(${subscriptions.status} in ('active', 'past_due', 'unpaid', 'paused')
  or ${subscriptions.status} = 'trialing' and ${subscriptions.card_authenticated})`

/** The end that was told, in ms. */
const TOLD_END = sql`case when ${subscriptions.cancel_at_period_end} then ${subscriptions.current_period_end}
  else ${subscriptions.cancel_at} end`

/** A deletion tells itself what becomes of the plan. */
const IS_STAYING = sql`(select ${users.deletes_at} from ${users} where ${users.id} = ${subscriptions.user_id}) is null`

/** New terms, another booking, or a canceled plan that goes on. A cancellation's own mail tells what it takes back. */
function notePlanChange(ctx: DbCtx & ClockCtx, facts: StripeSubscriptionRow) {
  const booked = sql`json(case when ${subscriptions.next_plan_at} is not null then json_object('tier', ${subscriptions.next_plan},
    'payment_interval', coalesce(${subscriptions.next_interval}, ${payment_interval}), 'price_in_cents', ${subscriptions.next_plan_price}, 'at', ${subscriptions.next_plan_at}) end)`
  const before = sql`json_object('tier', ${tier}, 'payment_interval', ${payment_interval}, 'price_in_cents', ${price_in_cents},
    'ends_at', ${TOLD_END}, 'booked', ${booked})`
  const same = sql`${tier} = ${facts.tier} and ${payment_interval} = ${facts.payment_interval}
    and ${price_in_cents} = ${facts.price_in_cents}`
  const sameBooking = sql.join(
    BOOKED.map((name) => sql`${subscriptions[name]} is ${facts[name] ?? null}`),
    sql` and `,
  )
  const goesOn = endOf(facts) === null ? sql`(${TOLD_END} is not null or not (${sameBooking}))` : sql`false`
  return noteChange(
    ctx,
    { kind: 'plan_changed', before },
    {
      from: subscriptions,
      where: sql`${stripe_subscription_id} = ${facts.stripe_subscription_id} and ${WAS_A_PLAN} and ${IS_STAYING}
        and (not (${same}) or ${goesOn})`,
    },
  )
}

/** A plan that ends on the day that was told before needs no second mail; an hour allows for Stripe's own delay. */
function noteEnds(ctx: DbCtx & ClockCtx, ends: readonly { id: string; at: number }[]) {
  const at = sql`(ends.value ->> 'at')`
  return noteCanceled(ctx, {
    from: sql`${subscriptions}
      join json_each(${JSON.stringify(ends)}) as ends on ${stripe_subscription_id} = ends.value ->> 'id'`,
    where: sql`${at} < coalesce(${TOLD_END} - 3600000, 1e18)`,
  })
}

/** Stripe no longer has them, as when an operator deletes a customer. */
function noteUnseenEnds(ctx: DbCtx & ClockCtx, user_id: string, seen: Snapshot['seen']) {
  const ids = sql`(select value from json_each(${JSON.stringify(seen)}))`
  const { payment_type } = subscriptions
  return noteCanceled(ctx, {
    from: subscriptions,
    where: sql`${subscriptions.user_id} = ${user_id} and ${payment_type} = 'stripe' and ${stripe_subscription_id} not in ${ids}`,
  })
}

/** `from` and `where` select of the subscriptions. */
type Which = { from: SQL | typeof subscriptions; where: SQL }

function noteCanceled(ctx: DbCtx & ClockCtx, { from, where }: Which) {
  return noteChange(ctx, { kind: 'canceled' }, { from, where: sql`${where} and ${WAS_A_PLAN} and ${IS_STAYING}` })
}

function noteChange({ db, now }: DbCtx & ClockCtx, mail: { kind: MoneyMail['kind']; before?: SQL }, which: Which) {
  const row = {
    // Several rows of one statement need an id each.
    id: sql`'mon_' || lower(hex(randomblob(12)))`,
    ...mail,
    user_id: subscriptions.user_id,
    subscription: stripe_subscription_id,
    subject: sql`${version} + 1`,
    created_at: now(),
  }
  return insertRow(db, money_mails, row, which).onConflictDoNothing()
}

/** The mails of one customer, or what all were owed by `before` (ms). */
export type Owed = { customer: string } | { before: number }
/** A mail that nobody works on, its user, and the subscription as D1 has it; null if it has none. */
export type OwedMail = { row: MoneyMail; user: typeof users.$inferSelect; held: SubscriptionRow | null }

/** The mails that are to be sent, the longest waiting first, at most `most`. */
export async function readOwedMails({ db, now }: DbCtx & ClockCtx, owed: Owed, most: number): Promise<OwedMail[]> {
  const { outcome, leased_until, created_at, user_id, subscription } = money_mails
  return db
    .select({ row: money_mails, user: users, held: subscriptions })
    .from(money_mails)
    .innerJoin(users, eq(users.id, user_id))
    .leftJoin(subscriptions, eq(subscriptions.stripe_subscription_id, subscription))
    .where(
      and(
        lte(leased_until, now()),
        'customer' in owed
          ? and(isNull(outcome), eq(users.stripe_customer_id, owed.customer))
          : and(isOpenMail(money_mails), lte(leased_until, owed.before)),
      ),
    )
    .orderBy(asc(leased_until), asc(created_at))
    .limit(most)
}

/** Null if another worker has the mail, or has sent it. */
export function takeMail(ctx: Ctx, { id }: MoneyMail): Promise<MoneyMail | null> {
  const { outcome, attempts } = money_mails
  const where = and(eq(money_mails.id, id), isNull(outcome))
  return takeLease(ctx, money_mails, 'leased_until', { ms: MAIL_LEASE, where, set: { attempts: sql`${attempts} + 1` } })
}

/** Gives a mail its outcome, or lets go of it. */
export async function updateMail(
  { db }: DbCtx,
  { id }: MoneyMail,
  set: Partial<Pick<MoneyMail, 'outcome' | 'leased_until'>>,
): Promise<void> {
  await db.update(money_mails).set(set).where(eq(money_mails.id, id))
}

/** What the change after this one of the same kind and subscription found; null if there was none. */
export async function readNextChange({ db }: DbCtx, row: MoneyMail): Promise<BeforeChange | null> {
  const { kind, subscription, subject, before } = money_mails
  const number = sql`cast(${subject} as integer)`
  const [later] = await db
    .select({ before })
    .from(money_mails)
    .where(
      and(eq(kind, row.kind), eq(subscription, row.subscription), sql`${number} > cast(${row.subject} as integer)`),
    )
    .orderBy(asc(number))
    .limit(1)
  return later?.before ?? null
}

export async function hasOpenMail({ db }: DbCtx, user_id: string): Promise<boolean> {
  const open = and(eq(money_mails.user_id, user_id), isOpenMail(money_mails))
  return (await db.select({ id: money_mails.id }).from(money_mails).where(open).limit(1)).length > 0
}
