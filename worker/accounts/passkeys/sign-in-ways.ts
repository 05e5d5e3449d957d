import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { SignInWays } from '../../contract/accounts/passkey.ts'
import { identities } from '../../db/schema/oidc.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { users } from '../../db/schema/accounts.ts'
import { requireUser } from '../../session/actor.ts'

/** GET /api/sign_in_ways: how the user signs in. Throws `not_signed_in` (401). */
export async function readSignInWays(ctx: Ctx): Promise<SignInWays> {
  const { id } = await requireUser(ctx)
  const { db, settings } = ctx
  const [[user], keys, own] = await db.batch([
    db.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, id)),
    db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        created_at: passkeys.created_at,
        last_used_at: passkeys.last_used_at,
      })
      .from(passkeys)
      .where(eq(passkeys.user_id, id))
      .orderBy(desc(passkeys.created_at), desc(passkeys.id)),
    db
      .select({ issuer: identities.issuer, created_at: identities.created_at })
      .from(identities)
      .where(eq(identities.user_id, id)),
  ])
  const nameOf = (issuer: string) => (issuer === settings.OIDC_ISSUER ? settings.OIDC_NAME : new URL(issuer).hostname)
  return {
    password: user?.password_hash != null,
    passkeys: keys,
    identities: own.map(({ issuer, created_at }) => ({ issuer, created_at, name: nameOf(issuer) })),
  }
}
