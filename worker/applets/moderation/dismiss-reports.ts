import type { AppletKey } from '../../contract/addresses.ts'
import { closeOpenReports, readOpenReports } from '../../db/moderation/applet-reports.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Closes the open reports of an Applet, which stays as it is. Throws as `requireProvenOperator`, and `not_found` if
 * none is open.
 */
export async function dismissReports(ctx: Ctx, ref: AppletKey): Promise<{ id: number }> {
  const user = await requireProvenOperator(ctx)
  const open = await readOpenReports(ctx, ref)
  if (!open) throw new AppError('not_found')
  await closeOpenReports(ctx, user, open)
  return { id: open.id }
}
