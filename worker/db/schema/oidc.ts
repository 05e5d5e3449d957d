import { index, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { ofUser } from './accounts.ts'
import { momentColumn } from './columns.ts'

/**
 * A user's identity at an OpenID provider. One per user: if the provider gives an address to someone else, the
 * new owner does not get into the account.
 */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    user_id: ofUser(),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique('identities_user').on(table.user_id, table.issuer),
  ],
)

/** One attempt to sign in at a provider: valid once, for ten minutes, in the same browser. */
export const oidc_states = sqliteTable(
  'oidc_states',
  {
    state_hash: text('state_hash').primaryKey(),
    browser_hash: text('browser_hash').notNull(),
    /** The ID token has to repeat it. */
    nonce: text('nonce').notNull(),
    /** Encrypted like a service's token. */
    code_verifier: text('code_verifier').notNull(),
    return_to: text('return_to').notNull(),
    /** The session whose user proves that it is them; null for signing in. */
    session_id: text('session_id'),
    expires_at: momentColumn('expires_at').notNull(),
  },
  (table) => [index('oidc_states_expiry').on(table.expires_at)],
)
