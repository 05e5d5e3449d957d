import { and, eq, type SQL } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { users } from '../schema/accounts.ts'
import { identities, oidc_states } from '../schema/oidc.ts'

/** A user of an OpenID provider. */
export type Identity = { issuer: string; subject: string }

/** The statement that lets an identity open an account, if `where`, which may name columns of `users`, holds. */
export function insertIdentity(
  { db, ...ctx }: DbCtx & ClockCtx,
  { issuer, subject }: Identity,
  user_id: string,
  where: SQL,
) {
  const row = { issuer, subject, user_id: users.id, created_at: ctx.now() }
  return insertRow(db, identities, row, { from: users, where: and(eq(users.id, user_id), where) })
}

/** The user of this identity, and the user with its address, who may have another identity of the provider. */
export async function readUsersOfIdentity({ db }: DbCtx, { issuer, subject, email }: Identity & { email: string }) {
  const { id, login, password_hash, email_verified_at, second_factor_at } = users
  const user = { id, email: users.email, login, password_hash, email_verified_at, second_factor_at }
  const { known, same } = await runNamed(db, {
    known: db
      .select(user)
      .from(identities)
      .innerJoin(users, eq(users.id, identities.user_id))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject))),
    same: db
      .select({ ...user, subject: identities.subject })
      .from(users)
      .leftJoin(identities, and(eq(identities.user_id, users.id), eq(identities.issuer, issuer)))
      .where(eq(users.email, email)),
  })
  return { known: known[0], sameEmail: same[0] }
}

export async function isIdentityOf({ db }: DbCtx, user_id: string, { issuer, subject }: Identity): Promise<boolean> {
  const found = await db
    .select({ user_id: identities.user_id })
    .from(identities)
    .where(and(eq(identities.user_id, user_id), eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found.length > 0
}

/** A sign-in that has been begun at a provider. */
export type OidcState = typeof oidc_states.$inferSelect

export async function insertOidcState({ db }: DbCtx, state: OidcState): Promise<void> {
  await db.insert(oidc_states).values(state)
}

/** Deletes the state of a browser, by hashes, so that it counts once. Null: a second time, or elsewhere. */
export async function deleteOidcState(
  { db }: DbCtx,
  { state_hash, browser_hash }: Pick<OidcState, 'state_hash' | 'browser_hash'>,
): Promise<OidcState | null> {
  const isIt = and(eq(oidc_states.state_hash, state_hash), eq(oidc_states.browser_hash, browser_hash))
  const [row] = await db.delete(oidc_states).where(isIt).returning()
  return row ?? null
}
