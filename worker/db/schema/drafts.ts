import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { upcastDraft } from '../../contract/drafts/draft-steps.ts'
import { ofUser } from './accounts.ts'
import { applets } from './applets.ts'
import { documentColumn, timestamps } from './columns.ts'

/** Applets that are being made, and changes of one's own ones. Deleted thirty days after the last change. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    user_id: ofUser(),
    /** The author's Applet that it changes; null for a new one. */
    applet_id: integer('applet_id').references(() => applets.id, { onDelete: 'cascade' }),
    /** Incremented with each change. */
    version: integer('version').notNull().default(1),
    doc: documentColumn('doc', upcastDraft).notNull(),
    ...timestamps(),
  },
  (table) => [
    index('drafts_user').on(table.user_id, table.updated_at),
    index('drafts_expiry').on(table.updated_at),
    uniqueIndex('drafts_applet')
      .on(table.applet_id, table.user_id)
      .where(sql`${table.applet_id} is not null`),
  ],
)
