import type { ActorUser, Ctx, SettingsCtx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { refuseStaleProof } from './require-fresh-proof.ts'

/**
 * The signed-in user, whom the setting OPERATORS names. Throws `not_signed_in` (401), and `not_found` (404) for everyone
 * else: to them there is no such page.
 */
export async function requireOperator(ctx: Ctx): Promise<ActorUser> {
  const user = await requireUser(ctx)
  if (!isOperator(ctx, user.id)) throw new AppError('not_found')
  return user
}

/** The same before a change, which also needs a proof of the last 15 minutes. Throws `proof_required` (403) too. */
export async function requireProvenOperator(ctx: Ctx): Promise<ActorUser> {
  const user = await requireOperator(ctx)
  refuseStaleProof(user, ctx.realNow())
  return user
}

export function isOperator({ settings }: SettingsCtx, user_id: string): boolean {
  return settings.OPERATORS.includes(user_id)
}
