import { AppError } from '../errors/app-error.ts'
import type { ActorUser, Ctx } from './context.ts'

/** The signed-in user. Throws `not_signed_in` (401). */
export async function requireUser(ctx: Pick<Ctx, 'user'>): Promise<ActorUser> {
  const user = await ctx.user()
  if (!user) throw new AppError('not_signed_in')
  return user
}
