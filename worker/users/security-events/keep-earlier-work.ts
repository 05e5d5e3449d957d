import type { Ctx } from '../../system/context/context.ts'
import { forgetEarlierWork } from '../../db/users/earlier-work.ts'
import { requireUser } from '../../system/context/require-user.ts'

/** DELETE /api/earlier_work: the user has looked through what was made before, and keeps what is left. Throws `not_signed_in` (401). */
export async function keepEarlierWork(ctx: Ctx): Promise<void> {
  const user = await requireUser(ctx)
  await forgetEarlierWork(ctx, user.id)
}
