import type { ActorUser, Ctx } from '../../context/context.ts'
import { AppError } from '../../errors/app-error.ts'
import { requireUser } from '../../session/actor.ts'

/** The signed-in operator (the setting OPERATORS). Throws `not_signed_in` (401), `not_found` (404) for everybody else. */
export async function requireOperator(ctx: Ctx): Promise<ActorUser> {
  const user = await requireUser(ctx)
  if (!ctx.settings.OPERATORS.includes(user.id)) throw new AppError('not_found')
  return user
}
