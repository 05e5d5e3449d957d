import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { momentColumn } from './columns.ts'

/** Services that an operator has added to the running site, each as its JSON file. */
export const service_files = sqliteTable('service_files', {
  module_name: text('module_name').primaryKey(),
  file: text('file').notNull(),
  /** Incremented with each change. */
  version: integer('version').notNull().default(1),
  updated_at: momentColumn('updated_at').notNull(),
})
