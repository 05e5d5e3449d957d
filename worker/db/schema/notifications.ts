import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { ofUser, users } from './accounts.ts'
import { applets } from './applets.ts'
import { primaryId, momentColumn } from './columns.ts'

/** The columns that both tables have. `effect_key` is the key of the action that wrote the row, so that a repeat writes no second one. */
function effectColumns() {
  return {
    id: primaryId(),
    user_id: ofUser(),
    effect_key: text('effect_key').notNull(),
    text: text('text').notNull(),
    applet_id: integer('applet_id').references(() => applets.id, { onDelete: 'set null' }),
    created_at: momentColumn('created_at').notNull(),
  }
}

/** Messages of Applets to their user, as the list of notifications shows them. */
export const notifications = sqliteTable(
  'notifications',
  { ...effectColumns(), link: text('link'), read_at: momentColumn('read_at') },
  (table) => [
    unique('notifications_effect').on(table.user_id, table.effect_key),
    index('notifications_user').on(table.user_id, table.created_at),
    index('notifications_applet')
      .on(table.applet_id)
      .where(sql`${table.applet_id} is not null`),
  ],
)

/** Lines of the daily digest. `copy_to`: an address that gets the line too, or null. */
export const digest_lines = sqliteTable(
  'digest_lines',
  { ...effectColumns(), copy_to: text('copy_to'), sent_at: momentColumn('sent_at') },
  (table) => [
    unique('digest_lines_effect').on(table.user_id, table.effect_key),
    index('digest_lines_user').on(table.user_id, table.created_at),
    index('digest_lines_applet')
      .on(table.applet_id)
      .where(sql`${table.applet_id} is not null`),
    // The evening's job looks at lines that were not mailed, and at no others.
    index('digest_lines_unsent')
      .on(table.user_id, table.created_at)
      .where(sql`${table.sent_at} is null`),
  ],
)

/**
 * Who has lines that were not mailed, and when the evening's job looks at them next. SQL triggers of the migration make
 * the row with the first line, and make it due at once when the user's zone or confirmed address changes.
 */
export const digest_schedule = sqliteTable(
  'digest_schedule',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    due_at: momentColumn('due_at').notNull().default(0),
  },
  (table) => [index('digest_schedule_due').on(table.due_at)],
)
