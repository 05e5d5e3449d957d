import { sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../../system/context/context.ts'
import { users } from '../../../db/schema/accounts.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'

/** The booked plan, and when it begins. */
const BOOKED = ['next_plan', 'next_interval', 'next_plan_price', 'next_plan_at'] as const

type Row = typeof subscriptions.$inferInsert
type Facts = Pick<
  Row,
  | 'tier'
  | 'payment_interval'
  | 'price_in_cents'
  | 'status'
  | 'current_period_end'
  | 'cancel_at_period_end'
  | 'cancel_at'
  | 'ended_at'
  | (typeof BOOKED)[number]
> & { stripe_subscription_id: string }

/** The snapshot that is about to be written. `seen`: all that Stripe has of the customer. */
type Snapshot = { user_id: string; live: Facts | null; ended: readonly Facts[]; seen: readonly { id: string }[] }

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
function endOf({ status, ended_at, cancel_at_period_end, current_period_end, cancel_at }: Facts): number | null {
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
function notePlanChange(ctx: DbCtx & ClockCtx, facts: Facts) {
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
  return insertSelect(
    ctx,
    sql`select ${newId()}, 'plan_changed', ${subscriptions.user_id}, ${stripe_subscription_id}, ${version} + 1, ${before},
      null, 0, 0, ${ctx.now()}
      from ${subscriptions} where ${stripe_subscription_id} = ${facts.stripe_subscription_id} and ${WAS_A_PLAN} and ${IS_STAYING}
      and (not (${same}) or ${goesOn})`,
  )
}

/** A plan that ends on the day that was told before needs no second mail; an hour allows for Stripe's own delay. */
function noteEnds(ctx: DbCtx & ClockCtx, ends: readonly { id: string; at: number }[]) {
  const at = sql`(ends.value ->> 'at')`
  return noteCanceled(
    ctx,
    sql`join json_each(${JSON.stringify(ends)}) as ends on ${stripe_subscription_id} = ends.value ->> 'id'
      where ${at} < coalesce(${TOLD_END} - 3600000, 1e18)`,
  )
}

/** Stripe no longer has them, as when an operator deletes a customer. */
function noteUnseenEnds(ctx: DbCtx & ClockCtx, user_id: string, seen: Snapshot['seen']) {
  const ids = sql`(select value from json_each(${JSON.stringify(seen.map(({ id }) => id))}))`
  const { payment_type } = subscriptions
  return noteCanceled(
    ctx,
    sql`where ${subscriptions.user_id} = ${user_id} and ${payment_type} = 'stripe' and ${stripe_subscription_id} not in ${ids}`,
  )
}

/** `which` selects of the subscriptions. */
function noteCanceled(ctx: DbCtx & ClockCtx, which: SQL) {
  return insertSelect(
    ctx,
    sql`select ${newId()}, 'canceled', ${subscriptions.user_id}, ${stripe_subscription_id}, ${version} + 1, null,
      null, 0, 0, ${ctx.now()} from ${subscriptions} ${which} and ${WAS_A_PLAN} and ${IS_STAYING}`,
  )
}

/** Several rows of one statement need an id each. */
function newId(): SQL {
  return sql`'mon_' || lower(hex(randomblob(12)))`
}

/** `rows` selects all columns of the table, in its order. */
function insertSelect({ db }: DbCtx, rows: SQL) {
  return db.insert(money_mails).select(rows).onConflictDoNothing()
}
