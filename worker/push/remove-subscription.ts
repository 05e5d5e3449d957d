import { and, eq } from 'drizzle-orm'
import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import { push_subscriptions } from '../db/schema/push.ts'

/** No more notifications in this browser. One that is gone already, or another's, is no error and stays as it is. */
export async function removeSubscription(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<void> {
  const user = await requireUser(ctx)
  await ctx.db
    .delete(push_subscriptions)
    .where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.user_id, user.id)))
}
