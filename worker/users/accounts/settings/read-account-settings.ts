import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { AccountSettings } from '../../../contract/accounts/account-settings.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { requireUserRow } from '../../session/actor.ts'

/** GET /api/account: what the settings page shows beyond `/api/me`. Throws `not_signed_in` (401). */
export async function readAccountSettings(ctx: Ctx): Promise<AccountSettings> {
  const { id, password_hash, timezone, timezone_chosen } = await requireUserRow(ctx)
  const { user_id, to_email, confirmed_at, expires_at, requested_at } = email_changes
  const [pending] = await ctx.db
    .select({ to_email })
    .from(email_changes)
    .where(and(eq(user_id, id), isNull(confirmed_at), gt(expires_at, ctx.now())))
    .orderBy(desc(requested_at))
    .limit(1)
  return {
    has_password: password_hash !== null,
    timezone,
    timezone_chosen,
    pending_email: pending?.to_email ?? null,
  }
}
