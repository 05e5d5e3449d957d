import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { ofUser } from './accounts.ts'
import { ofApplet } from './applets.ts'
import { OPINIONS } from '../../contract/feedback/feedback-form.ts'
import { flagColumn, primaryId, sqlList, timestamps } from './columns.ts'

/** §3 Applet feedback: one record per user and Applet. With `like` the Applet counts as rated. */
export const feedback = sqliteTable(
  'feedback',
  {
    id: primaryId(),
    user_id: ofUser(),
    applet_id: ofApplet(),
    like: flagColumn('like').notNull(),
    opinion: text('opinion', { enum: OPINIONS }),
    suggestion: text('suggestion'),
    ...timestamps(),
  },
  (table) => [
    unique('feedback_user_applet').on(table.user_id, table.applet_id),
    index('feedback_applet').on(table.applet_id),
    check(
      'feedback_opinion',
      sql`${table.opinion} is null or (${table.opinion} in (${sql.raw(sqlList(OPINIONS))}) and not ${table.like})`,
    ),
  ],
)
