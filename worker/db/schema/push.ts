import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser, sessions } from './accounts.ts'
import { primaryId, momentColumn } from './columns.ts'

/** The browsers that notify a user. An endpoint belongs to one browser, so to the user who last subscribed there. */
export const push_subscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: primaryId(),
    user_id: ofUser(),
    /** The session that subscribed. Ending it also ends the subscription; expiry does not. */
    session_id: text('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [
    index('push_subscriptions_user').on(table.user_id),
    index('push_subscriptions_session').on(table.session_id),
  ],
)
