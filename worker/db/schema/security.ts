import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_OUTCOMES, type SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { momentColumn, primaryId, sqlList } from './columns.ts'

/** The events of each account, for its user and for the operator. Kept 90 days, also after the account is deleted. */
export const security_events = sqliteTable(
  'security_events',
  {
    id: primaryId(),
    /** No foreign key: the log outlives the account. */
    user_id: text('user_id').notNull(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    outcome: text('outcome', { enum: EVENT_OUTCOMES }).notNull(),
    /** The session's public id; null where nobody was signed in. */
    session_id: text('session_id'),
    /** A name such as "Chrome on Windows", never the user agent itself. */
    device: text('device').notNull(),
    /** ISO 3166-1, as Cloudflare says; null if unknown. */
    country: text('country'),
    created_at: momentColumn('created_at').notNull(),
    /** When the schedule mails the user about it, if the request that recorded it could not; null once that is done. */
    mail_due_at: momentColumn('mail_due_at'),
  },
  (table) => [
    index('security_events_user').on(table.user_id, table.created_at, table.id),
    index('security_events_mail')
      .on(table.mail_due_at)
      .where(sql`${table.mail_due_at} is not null`),
    check('security_events_outcome', sql`${table.outcome} in (${sql.raw(sqlList(EVENT_OUTCOMES))})`),
  ],
)
