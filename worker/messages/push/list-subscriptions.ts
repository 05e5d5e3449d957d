import { and, inArray } from 'drizzle-orm'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser, signedInQuery } from '../../db/users/live-sessions.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { PushSubscriptions } from '../../contract/push/push-message.ts'
import { isLive, liveSubscriptions } from './live-subscriptions.ts'
import { push_subscriptions } from '../../db/schema/push.ts'

/** The endpoints that notify the user. A browser checks whether its own is among them. */
export async function listSubscriptions(ctx: Ctx): Promise<PushSubscriptions> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [signedIn, found] = await runBatch(db, [
    signedInQuery(db, { sessionHash, now: ctx.realNow() }),
    ownQuery(db, { sessionHash }),
  ])
  if (signedIn.length === 0) throw new AppError('not_signed_in')
  return {
    public_key: ctx.settings.VAPID_KEYS?.publicKey ?? null,
    endpoints: found.map(({ endpoint }) => endpoint),
  }
}

const ownQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  liveSubscriptions(db).where(and(inArray(push_subscriptions.user_id, sessionUser(db, sessionHash)), isLive)),
)
