import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { primaryId, momentColumn } from './columns.ts'

/** Mails and texts handed over. A mail's id is its job's, so a redelivery is seen as such. */
export const messages_sent = sqliteTable(
  'messages_sent',
  {
    id: primaryId(),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    template: text('template').notNull(),
    user_id: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 with a key: whether something went to a number or address can be told without keeping it. */
    recipient_hash: text('recipient_hash').notNull(),
    sent_at: momentColumn('sent_at').notNull(),
  },
  (table) => [
    index('messages_sent_recipient').on(table.recipient_hash, table.sent_at),
    check('messages_sent_channel', sql`${table.channel} in ('email', 'sms')`),
  ],
)
