import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CHALLENGE_PURPOSES } from '../../contract/accounts/passkey.ts'
import { users } from './accounts.ts'
import { momentColumn, primaryId, sqlList } from './columns.ts'

/** A user's passkey: a key pair whose private half stays on their device (WebAuthn). `id` is public. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: primaryId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the authenticator calls it, base64url: one user's alone. */
    credential_id: text('credential_id').notNull().unique(),
    /** SubjectPublicKeyInfo, base64url. */
    public_key: text('public_key').notNull(),
    /** How often the authenticator says it has signed; 0 if it does not count. */
    sign_count: integer('sign_count').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    name: text('name').notNull(),
    created_at: momentColumn('created_at').notNull(),
    last_used_at: momentColumn('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
)

/** What an authenticator was asked to sign: valid once, for five minutes, in the same browser, for one purpose. */
export const passkey_challenges = sqliteTable(
  'passkey_challenges',
  {
    challenge_hash: text('challenge_hash').primaryKey(),
    browser_hash: text('browser_hash').notNull(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** The user it is for; of someone who joins, the id they will have. Null when signing in says who it is. */
    user_id: text('user_id'),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expiry').on(table.expires_at),
    check('passkey_challenges_purpose', sql`${table.purpose} in (${sql.raw(sqlList(CHALLENGE_PURPOSES))})`),
  ],
)

/** Someone whose password or provider was right, and who still has to show their passkey. */
export const pending_sign_ins = sqliteTable(
  'pending_sign_ins',
  {
    /** SHA-256 of the value of the browser's cookie. */
    token_hash: text('token_hash').primaryKey(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The password that was right; if it changes meanwhile, this step is worth nothing. */
    password_hash: text('password_hash'),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [index('pending_sign_ins_expiry').on(table.expires_at), index('pending_sign_ins_user').on(table.user_id)],
)

/** Single-use codes in place of a lost passkey; hashed, because they open the account. */
export const recovery_codes = sqliteTable(
  'recovery_codes',
  {
    user_id: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text('code_hash').notNull(),
    used_at: momentColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)

/** Someone waits for the second factor to be turned off, because they lost it. Everyone who can read the mails can stop it. */
export const second_factor_recoveries = sqliteTable(
  'second_factor_recoveries',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Tells this wait from a later one: the links of its mails stop no other. */
    id: text('id').notNull(),
    /** When it was asked for, and from when on signing in needs no second factor. */
    begun_at: momentColumn('begun_at').notNull(),
    ready_at: momentColumn('ready_at').notNull(),
    /** When the next mail is due; null after the last. */
    remind_at: momentColumn('remind_at'),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [
    index('second_factor_recoveries_reminder')
      .on(table.remind_at)
      .where(sql`${table.remind_at} is not null`),
    index('second_factor_recoveries_expiry').on(table.expires_at),
  ],
)
