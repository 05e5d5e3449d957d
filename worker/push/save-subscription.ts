import { and, desc, eq, inArray } from 'drizzle-orm'
import { requireUser } from '../session/actor.ts'
import type { PushSubscriptionInput } from '../contract/push/push-input.ts'
import { whyRefused } from '../outbound/guarded-fetch.ts'
import type { Ctx } from '../context/context.ts'
import { SENTENCES } from '../contract/errors.ts'
import { AppError } from '../errors/app-error.ts'
import { push_subscriptions } from '../db/schema/push.ts'

/** The oldest subscriptions beyond this number are removed. */
const BROWSERS_MAX = 20

/**
 * Notifies the user in this browser from now on. Throws `invalid_input` if the endpoint is not a public https address.
 */
export async function saveSubscription(ctx: Ctx, { endpoint, keys }: PushSubscriptionInput): Promise<void> {
  const user = await requireUser(ctx)
  if (whyRefused(endpoint, ctx.settings)) {
    throw new AppError('invalid_input', {
      errors: [{ attribute: 'endpoint', message: SENTENCES.not_a_push_service }],
    })
  }
  const own = { user_id: user.id, session_id: user.session_id, ...keys, created_at: ctx.now() }
  const { id, user_id, created_at } = push_subscriptions
  const kept = ctx.db.select({ id }).from(push_subscriptions).where(eq(user_id, user.id))
  const older = kept.orderBy(desc(created_at), desc(id)).limit(1000).offset(BROWSERS_MAX)
  await ctx.db.batch([
    ctx.db
      .insert(push_subscriptions)
      .values({ id: ctx.id('push'), endpoint, ...own })
      .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: own }),
    ctx.db.delete(push_subscriptions).where(and(eq(user_id, user.id), inArray(id, older))),
  ])
}
