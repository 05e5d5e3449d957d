import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx } from '../../system/context/context.ts'
import { deleteOwnSubscription } from '../../db/messages/push-subscriptions.ts'

/** Stops notifications in this browser. Ignores a missing subscription or another user's. */
export async function removeSubscription(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<void> {
  const user = await requireUser(ctx)
  await deleteOwnSubscription(ctx, { endpoint, user_id: user.id })
}
