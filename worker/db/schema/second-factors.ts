import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser, users } from './accounts.ts'
import { momentColumn, primaryId, jsonColumn } from './columns.ts'

/** The outcome of a sign-in once its second step is there. */
export type PendingOutcome =
  | { event: 'signed_in' }
  | { event: 'password_reset'; password_hash: string }
  | { event: 'identity_linked'; issuer: string; subject: string }

/**
 * Sign-ins whose first factor was right and whose second one is missing: ten minutes in the browser that has the token.
 * Not a session: nothing can be read or done with it but to finish it, once.
 */
export const pending_sign_ins = sqliteTable(
  'pending_sign_ins',
  {
    token_hash: text('token_hash').primaryKey(),
    user_id: ofUser(),
    outcome: jsonColumn('outcome').$type<PendingOutcome>().notNull(),
    /** A keyed hash of the password's hash: a new password ends what was begun with the one before. */
    password_state: text('password_state').notNull(),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [index('pending_sign_ins_user').on(table.user_id), index('pending_sign_ins_expiry').on(table.expires_at)],
)

/** Codes that replace the passkey once each: SHA-256 of the user's id and 80 random bits. New ones replace the whole set. */
export const recovery_codes = sqliteTable(
  'recovery_codes',
  {
    code_hash: text('code_hash').primaryKey(),
    user_id: ofUser(),
    set_id: text('set_id').notNull(),
    created_at: momentColumn('created_at').notNull(),
    used_at: momentColumn('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.user_id)],
)

/**
 * Users who have neither passkey nor code, and wait. After `due_at` their first factor turns the second one off.
 *
 *   waiting ──second factor, or a mailed link──▶ no row
 *      └──due──▶ open ──first factor──▶ no row, and no second factor
 *                  └──expires──▶ no row
 */
export const second_factor_recoveries = sqliteTable(
  'second_factor_recoveries',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    begun_at: momentColumn('begun_at').notNull(),
    due_at: momentColumn('due_at').notNull(),
    expires_at: momentColumn('expires_at').notNull(),
    mails_sent: integer('mails_sent').notNull().default(0),
    /** When the next mail is due, or who works on it has given up; null after the last one. */
    next_mail_at: momentColumn('next_mail_at'),
  },
  (table) => [
    index('second_factor_recoveries_mail')
      .on(table.next_mail_at)
      .where(sql`${table.next_mail_at} is not null`),
    index('second_factor_recoveries_expiry').on(table.expires_at),
  ],
)
