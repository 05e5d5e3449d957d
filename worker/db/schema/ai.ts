import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser } from './accounts.ts'

/** How much the AI maker made for a user today. Earlier days are deleted. */
export const ai_creations = sqliteTable(
  'ai_creations',
  {
    user_id: ofUser(),
    /** The UTC date, such as 2026-03-01. */
    day: text('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.day] }),
    index('ai_creations_day').on(table.day),
    check('ai_creations_count', sql`typeof(${table.count}) = 'integer' and ${table.count} > 0`),
  ],
)
