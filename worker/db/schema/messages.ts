import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { primaryId, momentColumn } from './columns.ts'

/** Sent mails and texts. A mail has its job's id, so that a redelivery is recognized. */
export const messages_sent = sqliteTable(
  'messages_sent',
  {
    id: primaryId(),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    template: text('template').notNull(),
    user_id: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Keyed SHA-256: shows whether something was sent to a number or address without storing it. */
    recipient_hash: text('recipient_hash').notNull(),
    sent_at: momentColumn('sent_at').notNull(),
  },
  (table) => [
    index('messages_sent_recipient').on(table.recipient_hash, table.sent_at),
    index('messages_sent_user')
      .on(table.user_id)
      .where(sql`${table.user_id} is not null`),
    check('messages_sent_channel', sql`${table.channel} in ('email', 'sms')`),
  ],
)
