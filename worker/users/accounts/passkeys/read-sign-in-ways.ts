import type { Ctx } from '../../../system/context/context.ts'
import type { SignInWays } from '../../../contract/accounts/passkey.ts'
import { readWaysOfSession } from '../../../db/users/sign-in-ways.ts'
import { AppError } from '../../../system/errors/app-error.ts'

/** GET /api/sign_in_ways: how the user signs in. Throws `not_signed_in` (401). */
export async function readSignInWays(ctx: Ctx): Promise<SignInWays> {
  const { sessionHash, settings } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { actor, passkeys, identities, codes } = await readWaysOfSession(ctx, { sessionHash, now: ctx.realNow() })
  const [row] = actor
  if (!row) throw new AppError('not_signed_in')
  const nameOf = (issuer: string) => (issuer === settings.OIDC_ISSUER ? settings.OIDC_NAME : new URL(issuer).hostname)
  return {
    password: row.user.password_hash !== null,
    passkeys,
    identities: identities.map(({ issuer, created_at }) => ({ issuer, created_at, name: nameOf(issuer) })),
    second_factor: { since: row.user.second_factor_at, codes_left: codes[0]?.left ?? 0 },
  }
}
