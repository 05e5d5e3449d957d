import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { requireUser } from '../../system/context/require-user.ts'
import type { PushSubscriptionInput } from '../../contract/push/push-input.ts'
import { isTrusted } from '../../system/outbound/guarded-fetch.ts'
import type { Ctx } from '../../system/context/context.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { isPushService } from './push-services.ts'

/** The oldest subscriptions beyond this number are removed. */
const BROWSERS_MAX = 20

/**
 * Notifies the user in this browser from now on. Throws `invalid_input` if the endpoint is not of a push service, or if
 * another user has it and the keys are not those of the browser.
 */
export async function saveSubscription(ctx: Ctx, { endpoint, keys }: PushSubscriptionInput): Promise<void> {
  const user = await requireUser(ctx)
  if (!isPushService(endpoint) && !isTrusted(endpoint, ctx.settings)) throw refused(SENTENCES.not_a_push_service)
  const own = { user_id: user.id, session_id: user.session_id, ...keys, created_at: ctx.now() }
  const { id, user_id, created_at } = push_subscriptions
  const kept = ctx.db.select({ id }).from(push_subscriptions).where(eq(user_id, user.id))
  const older = kept.orderBy(desc(created_at), desc(id)).limit(1000).offset(BROWSERS_MAX)
  const { p256dh, auth } = push_subscriptions
  // Only the browser itself knows its keys, and who signs in there next may have it.
  const isSameBrowser = sql`${user_id} = ${user.id} or (${p256dh} = ${keys.p256dh} and ${auth} = ${keys.auth})`
  const [saved] = await ctx.db.batch([
    ctx.db
      .insert(push_subscriptions)
      .values({ id: ctx.id('push'), endpoint, ...own })
      .onConflictDoUpdate({ target: push_subscriptions.endpoint, set: own, setWhere: isSameBrowser })
      .returning({ id }),
    ctx.db.delete(push_subscriptions).where(and(eq(user_id, user.id), inArray(id, older))),
  ])
  if (saved.length === 0) throw refused(SENTENCES.push_of_another)
}

function refused(message: string): AppError {
  return new AppError('invalid_input', { errors: [{ attribute: 'endpoint', message }] })
}
