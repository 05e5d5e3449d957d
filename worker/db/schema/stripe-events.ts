import { sql, type SQL } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { momentColumn, primaryId, type Columns } from './columns.ts'

/** An event that the schedule handles. It stops after 100 tries; an operator then replays the event (docs/operate.md, "Dead letters"). */
export function isUnhandled({ processed_at, attempts }: Columns<'processed_at' | 'attempts'>): SQL {
  return sql`${processed_at} is null and ${attempts} < 100`
}

/** One that only an operator's press has handled: set aside, or tried 100 times. */
export function isGivenUp({ processed_at, attempts, parked }: Columns<'processed_at' | 'attempts' | 'parked'>): SQL {
  return sql`(${parked} is not null or (${processed_at} is null and ${attempts} >= 100))`
}

/** Every Stripe event, stored once. Its meaning is read from Stripe, not from here. */
export const stripe_events = sqliteTable(
  'stripe_events',
  {
    /** Stripe's event id. */
    id: primaryId(),
    type: text('type').notNull(),
    customer: text('customer'),
    created_at: momentColumn('created_at').notNull(),
    received_at: momentColumn('received_at').notNull(),
    processed_at: momentColumn('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the event was set aside, for the operator to examine and replay. */
    parked: text('parked'),
    /** When the schedule handles it, if the queue has not. */
    retry_at: momentColumn('retry_at').notNull().default(0),
  },
  (table) => [
    index('stripe_events_handled')
      .on(table.received_at)
      .where(sql`${table.processed_at} is not null`),
    index('stripe_events_given_up').on(table.received_at).where(isGivenUp(table)),
    index('stripe_events_due').on(table.retry_at).where(isUnhandled(table)),
  ],
)

/** How far a scheduled job has read. */
export const reconcile_cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
