import { and, eq } from 'drizzle-orm'
import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
import { push_subscriptions } from '../../db/schema/push.ts'

/** Stops notifications in this browser. Ignores a missing subscription or another user's. */
export async function removeSubscription(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<void> {
  const user = await requireUser(ctx)
  await ctx.db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.user_id, user.id)))
}
