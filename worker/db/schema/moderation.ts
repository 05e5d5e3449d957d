import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { REPORT_REASONS } from '../../contract/moderation/applet-report.ts'
import { ofUser, users } from './accounts.ts'
import { applets, ofApplet } from './applets.ts'
import { flagColumn, momentColumn, primaryId, sqlList } from './columns.ts'

/** People's reports about Applets. An operator closes reports by dismissing them or by taking the Applet down. */
export const applet_reports = sqliteTable(
  'applet_reports',
  {
    id: primaryId(),
    applet_id: ofApplet(),
    /** A keyed hash of the user or the network, so that each has one report of an Applet; it names nobody. */
    reporter: text('reporter').notNull(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    text: text('text').notNull(),
    created_at: momentColumn('created_at').notNull(),
    closed_at: momentColumn('closed_at'),
  },
  (table) => [
    unique('applet_reports_once').on(table.applet_id, table.reporter),
    index('applet_reports_open')
      .on(table.created_at)
      .where(sql`${table.closed_at} is null`),
    index('applet_reports_closed')
      .on(table.closed_at)
      .where(sql`${table.closed_at} is not null`),
    check('applet_reports_reason', sql`${table.reason} in (${sql.raw(sqlList(REPORT_REASONS))})`),
  ],
)

/** Authors whose Applets are taken down, and who cannot publish. */
export const hidden_authors = sqliteTable(
  'hidden_authors',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The reason that the author was told. */
    reason: text('reason').notNull(),
    hidden_at: momentColumn('hidden_at').notNull(),
  },
  (table) => [index('hidden_authors_newest').on(table.hidden_at)],
)

/** Mails to authors about what was taken down or put back. The change that each is about writes the row; the job sends it. */
export const takedown_mails = sqliteTable(
  'takedown_mails',
  {
    id: primaryId(),
    user_id: ofUser(),
    /** The Applet as it was called; null where all of the author's are meant. */
    applet_name: text('applet_name'),
    /** Empty where it was put back. */
    reason: text('reason').notNull(),
    is_back: flagColumn('is_back').notNull().default(false),
    due_at: momentColumn('due_at').notNull(),
  },
  (table) => [index('takedown_mails_due').on(table.due_at), index('takedown_mails_user').on(table.user_id)],
)

/** Applets whose Runners have yet to learn that it was taken down or is back. SQL triggers of the migration write rows. */
export const runners_to_tell = sqliteTable('runners_to_tell', {
  applet_id: integer('applet_id')
    .primaryKey()
    .references(() => applets.id, { onDelete: 'cascade' }),
  /** The row id of the last enablement whose Runner is told. */
  after: integer('after').notNull().default(0),
})
