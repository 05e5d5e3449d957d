import type { RunnerCtx } from '../../system/context/context.ts'
import type { PushMessage } from '../../contract/push/push-message.ts'
import { readBrowsers } from '../../db/messages/push-subscriptions.ts'

/** Queues a notification for each of the user's browsers and returns their number. */
export async function notifyUser(ctx: RunnerCtx, user_id: string, message: PushMessage): Promise<number> {
  return queuePushes(ctx, await readBrowsers(ctx, user_id), message)
}

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
