import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OPERATOR_ACTIONS, OPERATOR_OUTCOMES } from '../../contract/operator/operator-overview.ts'
import { ofUser } from './accounts.ts'
import { momentColumn, primaryId, sqlList } from './columns.ts'

/** The changes that operators made: a row comes before its change, and says afterward what became of it. */
export const operator_log = sqliteTable(
  'operator_log',
  {
    id: primaryId(),
    /** No foreign key: the log outlives the account. */
    user_id: text('user_id').notNull(),
    action: text('action', { enum: OPERATOR_ACTIONS }).notNull(),
    /** Such as a module name, or the id of an event. */
    subject: text('subject').notNull(),
    /** JSON. */
    before: text('before').notNull(),
    after: text('after').notNull(),
    outcome: text('outcome', { enum: OPERATOR_OUTCOMES }).notNull(),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [
    index('operator_log_newest').on(table.created_at),
    check('operator_log_outcome', sql`${table.outcome} in (${sql.raw(sqlList(OPERATOR_OUTCOMES))})`),
  ],
)

/** Reserved user names that an operator lets one user have and publish under (users/logins/reserved-logins.ts). */
export const lent_logins = sqliteTable(
  'lent_logins',
  {
    /** In lower case. */
    login: text('login').primaryKey(),
    user_id: ofUser(),
    lent_at: momentColumn('lent_at').notNull(),
  },
  (table) => [index('lent_logins_user').on(table.user_id)],
)
