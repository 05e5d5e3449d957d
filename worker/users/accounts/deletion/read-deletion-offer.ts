import type { Ctx } from '../../../system/context/context.ts'
import type { DeletionOffer } from '../../../contract/accounts/account-deletion.ts'
import { countPublished } from '../../../db/users/account-deletions.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** GET /api/account_deletion: what deleting the signed-in account would mean. Throws `not_signed_in` (401). */
export async function readDeletionOffer(ctx: Ctx): Promise<DeletionOffer> {
  const { id, login, email } = await requireUser(ctx)
  const [published_applets, plan] = await Promise.all([
    countPublished(ctx, id),
    ctx.accountParts.plan.readPlanInOffer(ctx, id),
  ])
  return { login, email, published_applets, ...plan }
}
