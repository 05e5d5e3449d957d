import { PAID_TIERS } from '../../contract/tiers.ts'
import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { BILLED_BY } from '../../contract/billed-by.ts'
import { ENDED_STATUSES, SUBSCRIPTION_STATUSES } from '../../contract/billing/subscription-status.ts'
import {
  abandonedAt,
  flagColumn,
  isOneOf,
  primaryId,
  momentColumn,
  sqlList,
  timestamps,
  type Columns,
  jsonColumn,
} from './columns.ts'

/** §3 Subscription plan: the catalog that decides prices. Amounts in whole cents. */
export const prices = sqliteTable(
  'prices',
  {
    id: primaryId(),
    plan_id: text('plan_id').notNull(),
    tier: text('tier', { enum: PAID_TIERS }).notNull(),
    product_id: text('product_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull().default('usd'),
    interval: text('interval', { enum: ['month', 'year'] }).notNull(),
    audience: text('audience', { enum: ['everyone', 'student'] })
      .notNull()
      .default('everyone'),
    active: flagColumn('active').notNull().default(true),
    /** Archived at Stripe, itself or its product, so that Stripe sells it to nobody now. */
    archived: flagColumn('archived').notNull().default(false),
    /** Stripe's id of this price; null when the buyer chooses the amount. */
    stripe_price_id: text('stripe_price_id').unique(),
    /** The buyer chooses the amount, from this one to $100 (§5 Price). Only for the plan no longer on sale. */
    open_amount: flagColumn('open_amount').notNull().default(false),
  },
  (table) => [
    uniqueIndex('prices_offer')
      .on(table.plan_id, table.interval, table.currency, table.audience)
      .where(sql`${table.active}`),
    check('prices_student_yearly', sql`${table.audience} <> 'student' or ${table.interval} = 'year'`),
  ],
)

/** A price that is sold now. A Worker that was put back knows no plan that came after it. */
export function isOnSale({ active, archived, tier }: Columns<'active' | 'archived' | 'tier'>): SQL {
  return sql`(${active} and not ${archived} and ${tier} in (${sql.raw(sqlList(PAID_TIERS))}))`
}

/** The subscriptions that Stripe or a mobile store reports. Entitlements are computed only from here. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    stripe_subscription_id: text('stripe_subscription_id').unique(),
    payment_type: text('payment_type', { enum: BILLED_BY }).notNull(),
    plan_id: text('plan_id').notNull(),
    tier: text('tier', { enum: PAID_TIERS }).notNull(),
    product_id: text('product_id').notNull(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    payment_interval: text('payment_interval', { enum: ['month', 'year'] }).notNull(),
    price_in_cents: integer('price_in_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    /** A trial entitles only after its card is authenticated. */
    card_authenticated: flagColumn('card_authenticated').notNull().default(false),
    trial_end: momentColumn('trial_end'),
    current_period_start: momentColumn('current_period_start'),
    current_period_end: momentColumn('current_period_end'),
    cancel_at_period_end: flagColumn('cancel_at_period_end').notNull().default(false),
    /** When it will end, and when it ended. */
    cancel_at: momentColumn('cancel_at'),
    ended_at: momentColumn('ended_at'),
    past_due_since: momentColumn('past_due_since'),
    /** The schedule that has the subscription at Stripe, and the booked plan with its interval, price in cents and day. */
    stripe_schedule_id: text('stripe_schedule_id'),
    next_plan: text('next_plan'),
    next_interval: text('next_interval', { enum: ['month', 'year'] }),
    next_plan_price: integer('next_plan_price'),
    next_plan_at: momentColumn('next_plan_at'),
    /** The lease: until then one call changes the plan. */
    changing_until: momentColumn('changing_until'),
    /** When the payment was reported to analytics, which happens once (sync-customer.ts). */
    payment_told_at: momentColumn('payment_told_at'),
    /** The first moment (UTC) at which the paying card no longer works; null if unknown. */
    card_expires_at: momentColumn('card_expires_at'),
    version: integer('version').notNull().default(1),
    /** When its user's Applets are fitted to their plan again; null while time alone changes nothing. Set by SQL triggers. */
    lapses_at: momentColumn('lapses_at'),
    /** When Stripe was last asked about it. */
    read_at: momentColumn('read_at').notNull().default(0),
    /** The period's end that the reminders of the renewal, and of the card, were noted for. */
    renewal_told: momentColumn('renewal_told'),
    card_told: momentColumn('card_told'),
    ...timestamps(),
  },
  (table) => [
    index('subscriptions_user').on(table.user_id),
    index('subscriptions_lapses')
      .on(table.lapses_at)
      .where(sql`${table.lapses_at} is not null`),
    index('subscriptions_read').on(table.read_at).where(isLiveAtStripe(table)),
    index('subscriptions_booked').on(table.read_at).where(isBookedOut(table)),
    // For the reminders, which look at what renews soon and was not told.
    index('subscriptions_trial_ends').on(table.current_period_end).where(isTrialToTell(table)),
    index('subscriptions_renews').on(table.current_period_end).where(isRenewalToTell(table)),
    index('subscriptions_card_expires').on(table.current_period_end).where(isCardToTell(table)),
    uniqueIndex('subscriptions_one_live')
      .on(table.user_id)
      .where(sql`${table.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`),
    check('subscriptions_status', sql`${table.status} in (${sql.raw(sqlList(SUBSCRIPTION_STATUSES))})`),
    // Wider than our prices (§9): an operator may agree on another price at Stripe.
    check('subscriptions_price', sql`typeof(${table.price_in_cents}) = 'integer' and ${table.price_in_cents} >= 0`),
    check(
      'subscriptions_stripe',
      sql`${table.payment_type} <> 'stripe' or ${table.stripe_subscription_id} is not null`,
    ),
  ],
)

const ENDED = sql.raw(sqlList(ENDED_STATUSES))

/** Conditions of the indexes above, which a query has to repeat to use one. Bound values would not match. */
export function isLiveAtStripe({ payment_type, status }: Columns<'payment_type' | 'status'>): SQL {
  return sql`${payment_type} = 'stripe' and ${status} not in (${ENDED})`
}

/** A schedule of Stripe holds the subscription, and plans nothing more. */
export function isBookedOut(table: Columns<'stripe_schedule_id' | 'next_plan' | 'status'>): SQL {
  return sql`${table.stripe_schedule_id} is not null and ${table.next_plan} is null and ${table.status} not in (${ENDED})`
}

type Renewing = Columns<'payment_type' | 'cancel_at_period_end' | 'cancel_at' | 'status' | 'current_period_end'>

function renews({ payment_type, cancel_at_period_end, cancel_at }: Renewing): SQL {
  return sql`${payment_type} = 'stripe' and ${cancel_at_period_end} = 0 and ${cancel_at} is null`
}

export function isTrialToTell(table: Renewing & Columns<'card_authenticated' | 'renewal_told'>): SQL {
  return sql`${renews(table)} and ${table.status} = 'trialing' and ${table.card_authenticated} = 1
    and ${table.renewal_told} is not ${table.current_period_end}`
}

export function isRenewalToTell(table: Renewing & Columns<'payment_interval' | 'renewal_told'>): SQL {
  return sql`${renews(table)} and ${table.status} = 'active' and ${table.payment_interval} = 'year'
    and ${table.renewal_told} is not ${table.current_period_end}`
}

export function isCardToTell(table: Renewing & Columns<'card_expires_at' | 'card_told'>): SQL {
  return sql`${renews(table)} and ${table.card_expires_at} <= ${table.current_period_end}
    and ${table.card_told} is not ${table.current_period_end}`
}

/** An attempt in these states is open: we are working on it, or its buyer has to confirm the payment. */
export const OPEN_ATTEMPT_STATES = ['claimed', 'awaiting'] as const
export const ATTEMPT_STATES = [...OPEN_ATTEMPT_STATES, 'succeeded', 'refused'] as const

/** The attempt's request to Stripe, decided once, so that every retry sends the same. */
export type SubscribeRequest = {
  price: string | { product: string; currency: string; interval: 'month' | 'year'; amount: number }
  payment_method: string
  promotion_code: string | null
  /** 0 without a trial. */
  trial_days: number
  /** What the page showed of the customer's balance, in cents; missing in older ones. */
  balance?: number | undefined
  fingerprint: string | null
  /** With Stripe Tax; `location` replaces the customer's address, null keeps it. Missing without it. */
  tax?: { location: { country: string; postal_code: string } | null }
}

export type StoredRefusal = { code: ErrorCode; message: string; attribute?: string; data?: unknown }

/**
 * A subscribe attempt: claimed before the call to Stripe, finished after it. A retry finds it by its key. After a
 * crash, the next request or the schedule finishes it.
 *
 *   claimed ──▶ awaiting (the bank asks the buyer) ──▶ succeeded
 *      │            └──▶ refused (declined, given up, never answered)
 *      └──▶ succeeded │ refused
 */
export const subscribe_attempts = sqliteTable(
  'subscribe_attempts',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    idempotency_key: text('idempotency_key').notNull(),
    /** SHA-256 of the payload. The same key with another payload is refused. */
    request_hash: text('request_hash').notNull(),
    request: jsonColumn('request').$type<SubscribeRequest>().notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('claimed'),
    /** The lease: until then one worker has the attempt. */
    leased_until: momentColumn('leased_until').notNull().default(0),
    stripe_subscription_id: text('stripe_subscription_id').unique(),
    /** The refusal's code and details. */
    refusal: jsonColumn('refusal').$type<StoredRefusal>(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('subscribe_attempts_key').on(table.user_id, table.idempotency_key),
    uniqueIndex('subscribe_attempts_one_open')
      .on(table.user_id)
      .where(sql`${table.state} in (${sql.raw(sqlList(OPEN_ATTEMPT_STATES))})`),
    index('subscribe_attempts_due').on(abandonedAt(table)).where(isOneOf(table.state, OPEN_ATTEMPT_STATES)),
    check('subscribe_attempts_state', sql`${table.state} in (${sql.raw(sqlList(ATTEMPT_STATES))})`),
  ],
)

/** A card that has used its trial, on any account. `attempt_id`: the attempt; if it is refused, the card may try again. */
export const trial_cards = sqliteTable(
  'trial_cards',
  {
    fingerprint: text('fingerprint').primaryKey(),
    user_id: text('user_id').notNull(),
    attempt_id: text('attempt_id').notNull(),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [index('trial_cards_attempt').on(table.attempt_id)],
)
