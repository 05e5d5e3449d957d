import { and, eq } from 'drizzle-orm'
import { prepareOnce, type Given } from '../db/prepare-once.ts'
import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import type { PushSubscriptions } from '../contract/push/push-message.ts'
import { isLive, liveSubscriptions } from './live-subscriptions.ts'
import { push_subscriptions } from '../db/schema/push.ts'

/** The endpoints that notify the user. A browser checks whether its own is among them. */
export async function listSubscriptions(ctx: Ctx): Promise<PushSubscriptions> {
  const user = await requireUser(ctx)
  const found = await ownQuery(ctx.db, { userId: user.id })
  return {
    public_key: ctx.settings.VAPID_KEYS?.publicKey ?? null,
    endpoints: found.map(({ endpoint }) => endpoint),
  }
}

const ownQuery = prepareOnce((db, { userId }: { userId: Given<string> }) =>
  liveSubscriptions(db).where(and(eq(push_subscriptions.user_id, userId), isLive)),
)
