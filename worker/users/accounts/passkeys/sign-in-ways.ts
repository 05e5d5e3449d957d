import { and, count, desc, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { SignInWays } from '../../../contract/accounts/passkey.ts'
import { prepared, runBatch, type Given } from '../../../db/d1-batch.ts'
import { identities } from '../../../db/schema/oidc.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { recovery_codes } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { sessionUser } from '../../../db/users/live-sessions.ts'
import { actorQuery } from '../../../db/users/actor-query.ts'

/** GET /api/sign_in_ways: how the user signs in. Throws `not_signed_in` (401). */
export async function readSignInWays(ctx: Ctx): Promise<SignInWays> {
  const { db, sessionHash, settings } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [[actor], keys, own, [codes]] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...waysQueries(db, { sessionHash }),
  ])
  if (!actor) throw new AppError('not_signed_in')
  const nameOf = (issuer: string) => (issuer === settings.OIDC_ISSUER ? settings.OIDC_NAME : new URL(issuer).hostname)
  return {
    password: actor.user.password_hash !== null,
    passkeys: keys,
    identities: own.map(({ issuer, created_at }) => ({ issuer, created_at, name: nameOf(issuer) })),
    second_factor: { since: actor.user.second_factor_at, codes_left: codes?.left ?? 0 },
  }
}

/** The session's passkeys, identities and unused recovery codes. The query beside them checks the session. */
const waysQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const { id, name, created_at, last_used_at } = passkeys
  return [
    db
      .select({ id, name, created_at, last_used_at })
      .from(passkeys)
      .where(inArray(passkeys.user_id, user))
      .orderBy(desc(created_at), desc(id)),
    db
      .select({ issuer: identities.issuer, created_at: identities.created_at })
      .from(identities)
      .where(inArray(identities.user_id, user)),
    db
      .select({ left: count().as('left') })
      .from(recovery_codes)
      .where(and(inArray(recovery_codes.user_id, user), isNull(recovery_codes.used_at))),
  ] as const
})
