import type { Ctx } from '../../../system/context/context.ts'
import type { AccountSettings } from '../../../contract/accounts/account-settings.ts'
import { readPendingEmail } from '../../../db/users/email-changes.ts'
import { requireUserRow } from '../../session/actor.ts'

/** GET /api/account: what the settings page shows beyond `/api/me`. Throws `not_signed_in` (401). */
export async function readAccountSettings(ctx: Ctx): Promise<AccountSettings> {
  const { id, password_hash, timezone, timezone_chosen } = await requireUserRow(ctx)
  return {
    has_password: password_hash !== null,
    timezone,
    timezone_chosen,
    pending_email: await readPendingEmail(ctx, id),
  }
}
