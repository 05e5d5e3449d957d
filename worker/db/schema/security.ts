import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_OUTCOMES, type SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { momentColumn, primaryId, sqlList } from './columns.ts'

/** What happened to each account, for its user and for the operator. Kept 90 days, also after the account is deleted. */
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
  },
  (table) => [
    index('security_events_user').on(table.user_id, table.created_at, table.id),
    check('security_events_outcome', sql`${table.outcome} in (${sql.raw(sqlList(EVENT_OUTCOMES))})`),
  ],
)
