import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireUser } from '../../system/context/require-user.ts'

/**
 * The signed-in user, who has shown within 15 minutes that it is them: a session alone, on a borrowed or stolen device,
 * may not take what is worth stealing. Throws `not_signed_in` (401), `proof_required` (403).
 */
export async function requireFreshProof(ctx: Ctx): Promise<ActorUser> {
  const user = await requireUser(ctx)
  refuseStaleProof(user, ctx.realNow())
  return user
}

/** The same for a verb that has read its user already. Throws `proof_required` (403). */
export function refuseStaleProof(user: Pick<ActorUser, 'proved_at'>, now: number): void {
  if (!isProofFresh(user, now)) throw new AppError('proof_required')
}

export function isProofFresh({ proved_at }: Pick<ActorUser, 'proved_at'>, now: number): boolean {
  return proved_at > now - PROOF_LASTS
}
