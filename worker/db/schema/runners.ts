import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser, users } from './accounts.ts'
import { momentColumn } from './columns.ts'

/**
 * Where a user's Applets run. SQL triggers of the migration make the row and raise `wanted` to at least the
 * present time in ms whenever something changes that the user's Runner has to know.
 */
export const runners = sqliteTable(
  'runners',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the Durable Object; null until the first sync. */
    runner_id: text('runner_id').unique(),
    /** The newest configuration in D1, and the one that the Runner has. */
    wanted: integer('wanted').notNull().default(0),
    applied: integer('applied').notNull().default(0),
    /** When the minute's job wakes the Runner, if it has not said more by then; null where nothing is due. */
    wake_by: momentColumn('wake_by'),
    /** After a failed sync: not tried again before then. */
    retry_at: momentColumn('retry_at'),
    /** Its account is deleted: nothing may make the Runner again. */
    deleted_at: momentColumn('deleted_at'),
  },
  (table) => [
    index('runners_due')
      .on(sql`coalesce(${table.retry_at}, 0)`, table.wanted)
      .where(sql`${table.applied} < ${table.wanted} and ${table.deleted_at} is null`),
    index('runners_late')
      .on(table.wake_by)
      .where(sql`${table.wake_by} is not null and ${table.deleted_at} is null`),
  ],
)

/** Which version of an added service's file a Runner has; written by its sync, and taken away to have it told again. */
export const runner_services = sqliteTable(
  'runner_services',
  {
    user_id: ofUser(),
    module_name: text('module_name').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.module_name] }),
    index('runner_services_version').on(table.module_name, table.version, table.user_id),
  ],
)

/** Whose subscription a service means by a trigger identity, when it says "poll now". */
export const trigger_identities = sqliteTable(
  'trigger_identities',
  {
    identity: text('identity').primaryKey(),
    user_id: ofUser(),
    module_name: text('module_name').notNull(),
    /** The connected account that it uses; null for none. */
    account_id: text('account_id'),
    /** When the last hint polled it, or will. */
    hinted_at: momentColumn('hinted_at'),
  },
  (table) => [
    index('trigger_identities_user').on(table.user_id),
    index('trigger_identities_account').on(table.account_id),
  ],
)
