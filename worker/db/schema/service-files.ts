import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { momentColumn } from './columns.ts'

/** Services that an operator has added to the running site, each as its JSON file. */
export const service_files = sqliteTable(
  'service_files',
  {
    module_name: text('module_name').primaryKey(),
    file: text('file').notNull(),
    /** The operator's key at a service of IFTTT's protocol, sealed, and its SHA-256, by which its hints are known. */
    service_key: text('service_key'),
    service_key_hash: text('service_key_hash'),
    /** Incremented with each change. */
    version: integer('version').notNull().default(1),
    updated_at: momentColumn('updated_at').notNull(),
  },
  (table) => [index('service_files_key').on(table.service_key_hash)],
)
