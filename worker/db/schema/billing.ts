import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { PAYMENT_TYPES } from '../../contract/billed-by.ts'
import { flagColumn, primaryId, momentColumn, sqlList, timestamps } from './columns.ts'

const PAID_TIERS = ['intermediate_pro', 'pro', 'legacy_pro'] as const
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
/** In these a subscription is over; in every other a user may have only one. */
export const ENDED_STATUSES = ['incomplete_expired', 'canceled'] as const

/** §3 Subscription plan: the catalogue that decides prices. Amounts in cents, $1.99 to $100 (§9). */
export const prices = sqliteTable(
  'plans',
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
    /** What Stripe calls this price; null where the buyer chooses the amount. */
    stripe_price_id: text('stripe_price_id').unique(),
    /** The buyer chooses the amount, from this one to $100 (§5 Price): only the plan that is no longer sold. */
    open_amount: flagColumn('open_amount').notNull().default(false),
  },
  (table) => [
    uniqueIndex('plans_offer')
      .on(table.plan_id, table.interval, table.currency, table.audience)
      .where(sql`${table.active}`),
    check('plans_amount', sql`typeof(${table.amount}) = 'integer' and ${table.amount} between 199 and 10000`),
    check('plans_tier', sql`${table.tier} in (${sql.raw(sqlList(PAID_TIERS))})`),
    check('plans_student_yearly', sql`${table.audience} <> 'student' or ${table.interval} = 'year'`),
  ],
)

/** What Stripe or a mobile store says a user has; entitlement is computed from here alone (§D3.3). */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    stripe_subscription_id: text('stripe_subscription_id').unique(),
    payment_type: text('payment_type', { enum: PAYMENT_TYPES }).notNull(),
    plan_id: text('plan_id').notNull(),
    tier: text('tier', { enum: PAID_TIERS }).notNull(),
    product_id: text('product_id').notNull(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    payment_interval: text('payment_interval', { enum: ['month', 'year'] }).notNull(),
    price_in_cents: integer('price_in_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    /** A trial entitles only once its card is authenticated. */
    card_authenticated: flagColumn('card_authenticated').notNull().default(false),
    trial_end: momentColumn('trial_end'),
    current_period_start: momentColumn('current_period_start'),
    current_period_end: momentColumn('current_period_end'),
    cancel_at_period_end: flagColumn('cancel_at_period_end').notNull().default(false),
    /** When it is to end, and when it did. */
    cancel_at: momentColumn('cancel_at'),
    ended_at: momentColumn('ended_at'),
    past_due_since: momentColumn('past_due_since'),
    /** When analytics was told that it is paid for: once (payment-complete.ts). */
    payment_told_at: momentColumn('payment_told_at'),
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    index('subscriptions_user').on(table.user_id),
    uniqueIndex('subscriptions_one_live')
      .on(table.user_id)
      .where(sql`${table.status} not in (${sql.raw(sqlList(ENDED_STATUSES))})`),
    check('subscriptions_status', sql`${table.status} in (${sql.raw(sqlList(SUBSCRIPTION_STATUSES))})`),
    // Wider than what we sell (§9): what an operator agreed upon at Stripe is as true as what was bought here.
    check('subscriptions_price', sql`typeof(${table.price_in_cents}) = 'integer' and ${table.price_in_cents} >= 0`),
    check(
      'subscriptions_stripe',
      sql`${table.payment_type} <> 'stripe' or ${table.stripe_subscription_id} is not null`,
    ),
  ],
)

/** In these an operation goes on: we work on it, or its buyer has yet to confirm the payment. */
export const OPEN_ATTEMPT_STATES = ['claimed', 'awaiting'] as const
export const ATTEMPT_STATES = [...OPEN_ATTEMPT_STATES, 'succeeded', 'refused'] as const

/** What an operation asks of Stripe, decided once: whoever finishes it sends the same. */
export type SubscribeRequest = {
  price: string | { product: string; currency: string; interval: 'month' | 'year'; amount: number }
  payment_method: string
  promotion_code: string | null
  /** 0 without a trial. */
  trial_days: number
  fingerprint: string | null
}

export type StoredRefusal = { code: ErrorCode; message: string; attribute?: string; data?: unknown }

/**
 * A subscribe (§D5): claimed before Stripe is asked, finished after. A repetition finds it by its key, and whoever
 * finds it open after a crash finishes it.
 *
 *   claimed ──▶ awaiting (the bank asks its buyer) ──▶ succeeded
 *      │            └──▶ refused (declined, given up, never answered)
 *      └──▶ succeeded │ refused
 */
export const subscribe_attempts = sqliteTable(
  'operations',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    idempotency_key: text('idempotency_key').notNull(),
    /** SHA-256 of the payload: the same key with another one is refused. */
    request_hash: text('request_hash').notNull(),
    request: text('request', { mode: 'json' }).$type<SubscribeRequest>().notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('claimed'),
    /** Until when somebody works on it; what is past: nobody does. */
    leased_until: momentColumn('leased_until').notNull().default(0),
    stripe_subscription_id: text('stripe_subscription_id').unique(),
    /** How it was refused. */
    refusal: text('refusal', { mode: 'json' }).$type<StoredRefusal>(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('operations_key').on(table.user_id, table.idempotency_key),
    uniqueIndex('operations_one_open')
      .on(table.user_id)
      .where(sql`${table.state} in (${sql.raw(sqlList(OPEN_ATTEMPT_STATES))})`),
    check('operations_state', sql`${table.state} in (${sql.raw(sqlList(ATTEMPT_STATES))})`),
  ],
)

/** A card that has had its trial, on whichever account. `operation_id`: by which attempt; a refused one gives it back. */
export const trial_cards = sqliteTable('trial_cards', {
  fingerprint: text('fingerprint').primaryKey(),
  user_id: text('user_id').notNull(),
  operation_id: text('operation_id').notNull(),
  created_at: momentColumn('created_at').notNull(),
})

/** Every event that Stripe told us of, once; what an event means is asked of Stripe, not read here (§D5). */
export const stripe_events = sqliteTable(
  'stripe_events',
  {
    /** Stripe's own. */
    id: primaryId(),
    type: text('type').notNull(),
    customer: text('customer'),
    created_at: momentColumn('created_at').notNull(),
    received_at: momentColumn('received_at').notNull(),
    processed_at: momentColumn('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Why nothing came of it: for a person to look at, and to replay. */
    parked: text('parked'),
  },
  (table) => [
    index('stripe_events_received').on(table.received_at),
    index('stripe_events_open')
      .on(table.created_at)
      .where(sql`${table.processed_at} is null`),
  ],
)

/** How far a scheduled job has read. */
export const reconcile_cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
