import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { subscribe_attempts } from './billing.ts'
import { isOneOf, momentColumn, sqlList, timestamps, jsonColumn } from './columns.ts'

/** In these states something is still to be done for a promised promotion. */
export const OPEN_PROMOTION_STATES = ['promised', 'given'] as const
export const PROMOTION_STATES = [...OPEN_PROMOTION_STATES, 'kept', 'dropped'] as const

/** The discount of a coupon, as it was at checkout. `amount_off` in cents; no products means all. */
export type PromisedCoupon = {
  id: string
  percent_off: number | null
  amount_off: number | null
  products: string[]
  once: boolean
}

/**
 * A promotion that checkout promised for the first payment after a trial. A subscription with a trial begins without
 * it, because the trial's $0 invoice may use up a coupon that applies once.
 *
 *   promised ──▶ given (on the subscription, or refused by Stripe and kept by credit)
 *      └──────────┴──▶ kept (the first payment was as promised) │ dropped (there was no first payment)
 */
export const trial_promotions = sqliteTable(
  'trial_promotions',
  {
    attempt_id: text('attempt_id')
      .primaryKey()
      .references(() => subscribe_attempts.id),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Stripe's id. */
    promotion_code: text('promotion_code').notNull(),
    coupon: jsonColumn('coupon').$type<PromisedCoupon>().notNull(),
    /** Stripe's id of the price at checkout, and the promised first payment for it, in cents. */
    price: text('price').notNull(),
    amount: integer('amount').notNull(),
    /** When the schedule looks at it next. A SQL trigger of the migration makes it due when its subscription changes. */
    due_at: momentColumn('due_at').notNull().default(0),
    state: text('state', { enum: PROMOTION_STATES }).notNull().default('promised'),
    /** When Stripe's preview of the first payment was last compared with the promise, and for which price. */
    checked_at: momentColumn('checked_at'),
    checked_price: text('checked_price'),
    ...timestamps(),
  },
  (table) => [
    index('trial_promotions_user').on(table.user_id),
    index('trial_promotions_due').on(table.due_at).where(isOneOf(table.state, OPEN_PROMOTION_STATES)),
    check('trial_promotions_state', sql`${table.state} in (${sql.raw(sqlList(PROMOTION_STATES))})`),
  ],
)
