import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import type { PushMessage } from '../contract/push/push-message.ts'
import { isLive, liveSubscriptions } from './live-subscriptions.ts'
import { push_subscriptions } from '../db/schema/push.ts'

/** Queues a notification for each of the user's browsers and returns their number. */
export async function notifyUser(ctx: Ctx, user_id: string, message: PushMessage): Promise<number> {
  const found = await liveSubscriptions(ctx.db).where(and(eq(push_subscriptions.user_id, user_id), isLive))
  const jobs = found.map(({ id }) => ({ kind: 'push' as const, id: ctx.id('job'), subscription_id: id, message }))
  await Promise.all(jobs.map((job) => ctx.queue.send(job)))
  return found.length
}
