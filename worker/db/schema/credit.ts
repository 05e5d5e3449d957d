import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { abandonedAt, momentColumn, primaryId, sqlList, timestamps } from './columns.ts'

/** A plan has ended: what is left of its customer's credit is to be looked at once. */
export const credit_reviews = sqliteTable(
  'credit_reviews',
  {
    /** Stripe's id of the subscription that ended last. */
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    customer: text('customer').notNull(),
    state: text('state', { enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    /** The lease: until then one worker has the review. */
    leased_until: momentColumn('leased_until').notNull().default(0),
    /** Cents that no card could take; an operator was alerted. */
    not_refunded: integer('not_refunded').notNull().default(0),
    ...timestamps(),
  },
  (table) => [
    index('credit_reviews_user').on(table.user_id),
    index('credit_reviews_customer').on(table.customer),
    index('credit_reviews_due')
      .on(abandonedAt(table))
      .where(sql`${table.state} = 'open'`),
  ],
)

/** A refund that a crash may have left half made. */
export const OPEN_REFUND_STATES = ['planned', 'refunded'] as const
const REFUND_STATES = [...OPEN_REFUND_STATES, 'settled', 'refused', 'returned'] as const

/**
 * A refund of unused credit to one card: written before Stripe is asked, then taken off the customer's balance.
 *
 *   planned ──▶ refunded ──▶ settled ──▶ returned (the bank gave it back: it is credit again)
 *      └──▶ refused (no money moved)
 */
export const credit_refunds = sqliteTable(
  'credit_refunds',
  {
    /** Part of the idempotency keys, and of Stripe's metadata. */
    id: primaryId(),
    review_id: text('review_id')
      .notNull()
      .references(() => credit_reviews.id),
    user_id: text('user_id').notNull(),
    customer: text('customer').notNull(),
    charge: text('charge').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull().default('planned'),
    stripe_refund_id: text('stripe_refund_id').unique(),
    ...timestamps(),
  },
  (table) => [
    index('credit_refunds_review').on(table.review_id),
    index('credit_refunds_customer').on(table.customer),
    index('credit_refunds_user').on(table.user_id),
    uniqueIndex('credit_refunds_one_open')
      .on(table.review_id)
      .where(sql`${table.state} in (${sql.raw(sqlList(OPEN_REFUND_STATES))})`),
    check('credit_refunds_amount', sql`typeof(${table.amount}) = 'integer' and ${table.amount} > 0`),
    check('credit_refunds_state', sql`${table.state} in (${sql.raw(sqlList(REFUND_STATES))})`),
  ],
)
