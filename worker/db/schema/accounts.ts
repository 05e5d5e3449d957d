import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SESSION_IDLE } from '../../contract/limits.ts'
import { flagColumn, primaryId, momentColumn, timestamps, type Columns, jsonColumn } from './columns.ts'

/** §3 User. `tier`, quota and trial flags are computed from subscriptions, never stored. */
export const users = sqliteTable(
  'users',
  {
    id: primaryId(),
    email: text('email').notNull(),
    email_verified_at: momentColumn('email_verified_at'),
    login: text('login').notNull(),
    /** scrypt$N$r$p$salt$hash; null for people who sign in elsewhere. */
    password_hash: text('password_hash'),
    code: text('code').notNull().unique(),
    segment: text('segment'),
    available_clients: jsonColumn('available_clients').$type<string[]>().notNull().default([]),
    student: flagColumn('student').notNull().default(false),
    /** Days. */
    eligible_trial_period: integer('eligible_trial_period').notNull().default(7),
    trial_used_at: momentColumn('trial_used_at'),
    stripe_customer_id: text('stripe_customer_id').unique(),
    /**
     * Snapshots of this customer from Stripe: how many have begun, and which one is saved. An older one saves nothing.
     */
    stripe_sync_begun: integer('stripe_sync_begun').notNull().default(0),
    stripe_sync_written: integer('stripe_sync_written').notNull().default(0),
    timezone: text('timezone'),
    /** The user chose that zone; otherwise it follows the device they sign in with. */
    timezone_chosen: flagColumn('timezone_chosen').notNull().default(false),
    /** When the last mail about an abandoned checkout was scheduled, and since when the user wants none. */
    reminder_scheduled_at: momentColumn('reminder_scheduled_at'),
    reminders_off_at: momentColumn('reminders_off_at'),
    /** "Pause everything" until then. */
    runs_paused_until: momentColumn('runs_paused_until'),
    /** The key of the user's maker address, stored as an Applet's hook key is (system/secrets/hook-key.ts). */
    maker_key_hash: text('maker_key_hash').unique(),
    maker_key_sealed: text('maker_key_sealed'),
    /** Since when signing in takes a passkey or recovery code besides the password or provider; null: it does not. */
    second_factor_at: momentColumn('second_factor_at'),
    /** Somebody else may have made the Applets and drafts up to then; null: nobody, or the user has looked through them. */
    earlier_work_until: momentColumn('earlier_work_until'),
    /** When a deleted account goes for good, or went (account_deletions). Nobody can use it from the deletion on. */
    deletes_at: momentColumn('deletes_at'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_login').on(sql`${table.login} collate nocase`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_trial_period', sql`${table.eligible_trial_period} between 0 and 365`),
  ],
)

/** The column of rows that go with their user. */
export function ofUser() {
  return text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
}

/** When a session ends unless its user visits or ends it, in ms: the expression of its index. */
export function sessionEnd({ expires_at, last_seen_at }: Columns<'expires_at' | 'last_seen_at'>): SQL<number> {
  return sql`min(${expires_at}, ${last_seen_at} + ${sql.raw(String(SESSION_IDLE))})`
}

/** A session is an opaque 256-bit token in a cookie; only its SHA-256 is stored. `id` is public. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: primaryId(),
    user_id: ofUser(),
    token_hash: text('token_hash').notNull().unique(),
    user_agent: text('user_agent'),
    created_at: momentColumn('created_at').notNull(),
    last_seen_at: momentColumn('last_seen_at').notNull(),
    expires_at: momentColumn('expires_at').notNull(),
    revoked_at: momentColumn('revoked_at'),
    /** When the user last showed that it is them, in ms: what is worth stealing asks for that again. */
    proved_at: momentColumn('proved_at').notNull().default(0),
  },
  (table) => [
    index('sessions_user').on(table.user_id),
    // For the purge: when a session ends that nobody ends, and those that somebody ended.
    index('sessions_end').on(sessionEnd(table)),
    index('sessions_revoked')
      .on(table.revoked_at)
      .where(sql`${table.revoked_at} is not null`),
  ],
)

/** Used signed links, because a link works once. */
export const used_links = sqliteTable(
  'used_links',
  {
    jti: text('jti').primaryKey(),
    used_at: momentColumn('used_at').notNull(),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [index('used_links_expiry').on(table.expires_at)],
)

/** Fixed-window counters. `bucket` names the rule and a hash of the caller it counts. */
export const rate_limits = sqliteTable(
  'rate_limits',
  {
    bucket: text('bucket').primaryKey(),
    count: integer('count').notNull(),
    resets_at: momentColumn('resets_at').notNull(),
  },
  (table) => [index('rate_limits_reset').on(table.resets_at)],
)
