import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/tables.ts'
import { flag, id, moment, sqlList, timestamps } from '../db/columns.ts'

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
const TERMINAL = ['incomplete_expired', 'canceled'] as const

/** §3 Subscription plan: the catalogue that decides prices. Amounts in cents, $1.99 to $100 (§9). */
export const plans = sqliteTable(
  'plans',
  {
    id: id(),
    plan_id: text('plan_id').notNull(),
    tier: text('tier', { enum: PAID_TIERS }).notNull(),
    product_id: text('product_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull().default('usd'),
    interval: text('interval', { enum: ['month', 'year'] }).notNull(),
    audience: text('audience', { enum: ['everyone', 'student'] })
      .notNull()
      .default('everyone'),
    active: flag('active').notNull().default(true),
  },
  (table) => [
    uniqueIndex('plans_offer')
      .on(table.plan_id, table.interval, table.currency, table.audience)
      .where(sql`${table.active}`),
    check('plans_amount', sql`${table.amount} between 199 and 10000`),
    check('plans_tier', sql`${table.tier} in (${sql.raw(sqlList(PAID_TIERS))})`),
    check('plans_student_yearly', sql`${table.audience} <> 'student' or ${table.interval} = 'year'`),
  ],
)

/** What Stripe or a mobile store says a user has; entitlement is computed from here alone (design §3.3). */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: id(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    stripe_subscription_id: text('stripe_subscription_id').unique(),
    payment_type: text('payment_type', { enum: ['stripe', 'app_store', 'google_play'] }).notNull(),
    plan_id: text('plan_id').notNull(),
    tier: text('tier', { enum: PAID_TIERS }).notNull(),
    product_id: text('product_id').notNull(),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    payment_interval: text('payment_interval', { enum: ['month', 'year'] }).notNull(),
    price_in_cents: integer('price_in_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    /** A trial entitles only once its card is authenticated. */
    card_authenticated: flag('card_authenticated').notNull().default(false),
    trial_end: moment('trial_end'),
    current_period_end: moment('current_period_end'),
    cancel_at_period_end: flag('cancel_at_period_end').notNull().default(false),
    past_due_since: moment('past_due_since'),
    version: integer('version').notNull().default(1),
    ...timestamps(),
  },
  (table) => [
    index('subscriptions_user').on(table.user_id),
    uniqueIndex('subscriptions_one_live')
      .on(table.user_id)
      .where(sql`${table.status} not in (${sql.raw(sqlList(TERMINAL))})`),
    check('subscriptions_status', sql`${table.status} in (${sql.raw(sqlList(SUBSCRIPTION_STATUSES))})`),
    check('subscriptions_price', sql`${table.price_in_cents} between 199 and 10000`),
    check(
      'subscriptions_stripe',
      sql`${table.payment_type} <> 'stripe' or ${table.stripe_subscription_id} is not null`,
    ),
  ],
)
