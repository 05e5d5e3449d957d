import type { Ctx, DbCtx, SettingsCtx } from '../../../system/context/context.ts'
import type { ProofResponse, ProofWay } from '../../../contract/accounts/proof.ts'
import { readWaysOfUser } from '../../../db/users/sign-in-ways.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { isProofFresh } from '../../session/require-fresh-proof.ts'
import { proofWays } from './proof-rules.ts'

/** GET /api/session/proof: how the user can show that it is them. Throws `not_signed_in` (401). */
export async function listProofWays(ctx: Ctx): Promise<ProofResponse> {
  const user = await requireUser(ctx)
  return { fresh: isProofFresh(user, ctx.realNow()), ways: await waysOf(ctx, user.id) }
}

/** The same for a verb that is about to accept one of them. */
export async function waysOf(ctx: DbCtx & SettingsCtx, userId: string): Promise<ProofWay[]> {
  return proofWays(await readWaysOfUser(ctx, userId))
}
