import { count, eq } from 'drizzle-orm'
import type { Ctx, DbCtx, SettingsCtx } from '../../../system/context/context.ts'
import type { ProofResponse, ProofWay } from '../../../contract/accounts/proof.ts'
import { users } from '../../../db/schema/accounts.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { isProofFresh } from '../../session/require-fresh-proof.ts'
import { proofWays } from './proof-rules.ts'

/** GET /api/session/proof: how the user can show that it is them. Throws `not_signed_in` (401). */
export async function listProofWays(ctx: Ctx): Promise<ProofResponse> {
  const user = await requireUser(ctx)
  return { fresh: isProofFresh(user, ctx.realNow()), ways: await waysOf(ctx, user.id) }
}

/** The same for a verb that is about to accept one of them. */
export async function waysOf({ db, settings }: DbCtx & SettingsCtx, userId: string): Promise<ProofWay[]> {
  const [[user], [keys], own] = await db.batch([
    db
      .select({ password_hash: users.password_hash, second_factor_at: users.second_factor_at })
      .from(users)
      .where(eq(users.id, userId)),
    db.select({ count: count() }).from(passkeys).where(eq(passkeys.user_id, userId)),
    db.select({ issuer: identities.issuer }).from(identities).where(eq(identities.user_id, userId)),
  ])
  return proofWays({
    second_factor: user?.second_factor_at != null,
    password: user?.password_hash != null,
    passkey: (keys?.count ?? 0) > 0,
    provider: own.some(({ issuer }) => issuer === settings.OIDC_ISSUER),
  })
}
