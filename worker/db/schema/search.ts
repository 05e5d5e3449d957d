import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { flagColumn } from './columns.ts'

/**
 * Which Applets the search index has to learn about. SQL triggers of the migration raise `wanted` to at least the
 * present time in ms whenever something changes that people find a published Applet by, or the first digit or the
 * length of `enabled_count`. A row outlives its Applet, so that the index forgets it.
 */
export const search_marks = sqliteTable(
  'search_marks',
  {
    applet_id: integer('applet_id').primaryKey(),
    /** The newest version in D1, and the one that the index has. */
    wanted: integer('wanted').notNull().default(0),
    applied: integer('applied').notNull().default(0),
  },
  (table) => [
    index('search_marks_behind')
      .on(table.wanted)
      .where(sql`${table.applied} < ${table.wanted}`),
  ],
)

/** All that the search index has yet to learn: one row, by triggers and by `npm run operate -- rebuild-search`. */
export const search_rebuild = sqliteTable('search_rebuild', {
  /** Always 1. */
  id: integer('id').primaryKey(),
  /** A service has changed, so all of them are written again. */
  services_changed: flagColumn('services_changed').notNull().default(false),
  /** All Applets after this one are still to be marked; null while no rebuild is under way. */
  after: integer('after'),
  /** Raised to at least the present time in ms by every such change, so that work under way does not hide a newer one. */
  round: integer('round').notNull().default(0),
})
