import type { Ctx } from '../../../system/context/context.ts'
import { setPasskeyName } from '../../../db/users/passkeys.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** PATCH /api/passkeys/{id}: renames one of the user's passkeys. Throws `not_found` (404) for any other. */
export async function renamePasskey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<void> {
  const user = await requireUser(ctx)
  if (!(await setPasskeyName(ctx, { id, user_id: user.id, name }))) throw new AppError('not_found')
}
