import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { DeletionOffer } from '../../../contract/accounts/account-deletion.ts'
import { applets } from '../../../db/schema/applets.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** GET /api/account_deletion: what deleting the signed-in account would mean. Throws `not_signed_in` (401). */
export async function readDeletionOffer(ctx: Ctx): Promise<DeletionOffer> {
  const { id, login, email } = await requireUser(ctx)
  const [[published], plan] = await Promise.all([
    ctx.db
      .select({ count: count() })
      .from(applets)
      .where(and(eq(applets.author_id, id), isNotNull(applets.published_at), isNull(applets.archived_at))),
    ctx.accountParts.plan.readPlanInOffer(ctx, id),
  ])
  return { login, email, published_applets: published?.count ?? 0, ...plan }
}
