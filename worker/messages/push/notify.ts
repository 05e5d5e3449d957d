import { and, eq } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { PushMessage } from '../../contract/push/push-message.ts'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { isLive, liveSubscriptions } from './live-subscriptions.ts'
import { push_subscriptions } from '../../db/schema/push.ts'

/** Queues a notification for each of the user's browsers and returns their number. */
export async function notifyUser(ctx: RunnerCtx, user_id: string, message: PushMessage): Promise<number> {
  const [browsers] = await runBatch(ctx.db, [browsersQuery(ctx.db, { user_id })])
  return queuePushes(ctx, browsers, message)
}

/** The user's browsers that may be notified. */
export const browsersQuery = prepared((db, { user_id }: { user_id: Given<string> }) =>
  liveSubscriptions(db).where(and(eq(push_subscriptions.user_id, user_id), isLive)),
)

/** Like `notifyUser`, for browsers that were read already. */
export async function queuePushes(
  ctx: RunnerCtx,
  browsers: readonly { id: string }[],
  message: PushMessage,
): Promise<number> {
  const jobs = browsers.map(({ id }) => ({ kind: 'push' as const, id: ctx.id('job'), subscription_id: id, message }))
  await Promise.all(jobs.map((job) => ctx.queue.send(job)))
  return browsers.length
}
