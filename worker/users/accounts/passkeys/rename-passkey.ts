import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** PATCH /api/passkeys/{id}: renames one of the user's passkeys. Throws `not_found` (404) for any other. */
export async function renamePasskey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<void> {
  const user = await requireUser(ctx)
  const renamed = await ctx.db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.user_id, user.id)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new AppError('not_found')
}
