import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ofUser, users } from './accounts.ts'
import { flagColumn, momentColumn, primaryId } from './columns.ts'

/**
 * Changes of a user's email address. Until it is confirmed, a row waits for the press on the mailed link; then it
 * keeps the old address for the link that undoes the change. SQL triggers of the migration let nobody else take that one.
 */
export const email_changes = sqliteTable(
  'email_changes',
  {
    id: primaryId(),
    user_id: ofUser(),
    from_email: text('from_email').notNull(),
    /** When the old address had been verified; null if it never was. */
    from_verified_at: momentColumn('from_verified_at'),
    to_email: text('to_email').notNull(),
    requested_at: momentColumn('requested_at').notNull(),
    confirmed_at: momentColumn('confirmed_at'),
    /** When the link of this state ends, and the row goes. */
    expires_at: momentColumn('expires_at').notNull(),
    /** When the schedule tells both addresses, if the request that confirmed it could not; null once that is done. */
    mail_due_at: momentColumn('mail_due_at'),
  },
  (table) => [
    index('email_changes_user').on(table.user_id),
    index('email_changes_mail')
      .on(table.mail_due_at)
      .where(sql`${table.mail_due_at} is not null`),
    index('email_changes_expiry').on(table.expires_at),
    index('email_changes_kept')
      .on(table.from_email)
      .where(sql`${table.confirmed_at} is not null`),
  ],
)

/** User names that their users gave up. Their author pages redirect, and SQL triggers let nobody else take them. */
export const former_logins = sqliteTable(
  'former_logins',
  {
    id: primaryId(),
    login: text('login').notNull(),
    user_id: ofUser(),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('former_logins_login').on(sql`${table.login} collate nocase`),
    index('former_logins_user').on(table.user_id),
    index('former_logins_expiry').on(table.expires_at),
  ],
)

/**
 * Accounts that their users deleted. For seven days everything is only paused; then `finish-deletion.ts` removes
 * it step by step. The row of a finished one stays as the proof.
 *
 *   waiting (begun_at null) ──undo──▶ no row
 *      └──due──▶ begun ──▶ done
 */
export const account_deletions = sqliteTable(
  'account_deletions',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    requested_at: momentColumn('requested_at').notNull(),
    due_at: momentColumn('due_at').notNull(),
    /** Published Applets are archived, not kept under "Former author". */
    take_down: flagColumn('take_down').notNull(),
    /** Stripe's id of the subscription whose end the deletion has set, so that Undo takes back no other. */
    ends_subscription: text('ends_subscription'),
    /** Stripe's id of the schedule with a smaller plan that was booked for later, so that Undo books it again. */
    booked_schedule: text('booked_schedule'),
    begun_at: momentColumn('begun_at'),
    done_at: momentColumn('done_at'),
    /** When the schedule works on it next: also the lease of who works on it. */
    next_at: momentColumn('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('account_deletions_due')
      .on(table.next_at)
      .where(sql`${table.done_at} is null`),
  ],
)
export type DeletionRow = typeof account_deletions.$inferSelect

/** Keyed hashes of cards and addresses of deleted accounts that have had a free trial. They name no user. */
export const past_trials = sqliteTable('past_trials', {
  hash: text('hash').primaryKey(),
  used_at: momentColumn('used_at').notNull(),
})
