import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CHALLENGE_PURPOSES } from '../../contract/accounts/passkey.ts'
import { ofUser } from './accounts.ts'
import { momentColumn, primaryId, sqlList, jsonColumn } from './columns.ts'

/** A user's passkey: a key pair whose private half stays on their device (WebAuthn). `id` is public. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: primaryId(),
    user_id: ofUser(),
    /** The authenticator's id for it, base64url: one user's alone. */
    credential_id: text('credential_id').notNull().unique(),
    /** SubjectPublicKeyInfo, base64url. */
    public_key: text('public_key').notNull(),
    /** How often the authenticator says it has signed; 0 if it does not count. */
    sign_count: integer('sign_count').notNull(),
    transports: jsonColumn('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    created_at: momentColumn('created_at').notNull(),
    last_used_at: momentColumn('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
)

/** A challenge for an authenticator to sign: valid once, for five minutes, in the same browser, for one purpose. */
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
    // For a first verification by reset, which drops them.
    index('passkey_challenges_user').on(table.user_id),
    check('passkey_challenges_purpose', sql`${table.purpose} in (${sql.raw(sqlList(CHALLENGE_PURPOSES))})`),
  ],
)
