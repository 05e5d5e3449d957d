import { requireUser } from '../../system/context/require-user.ts'
import type { PushSubscriptionInput } from '../../contract/push/push-input.ts'
import type { Ctx } from '../../system/context/context.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { invalidField } from '../../system/errors/invalid-field.ts'
import { savePushSubscription } from '../../db/messages/push-subscriptions.ts'
import { arePushKeys } from './push-keys.ts'
import { isPushService } from './push-services.ts'

/**
 * Notifies the user in this browser from now on. Throws `invalid_input` if the endpoint is not of a push service, if no
 * message can be encrypted with the keys, or if another user has the endpoint and the keys are not those of the browser.
 */
export async function saveSubscription(ctx: Ctx, { endpoint, keys }: PushSubscriptionInput): Promise<void> {
  const user = await requireUser(ctx)
  if (!isPushService(endpoint, ctx.settings)) throw invalidField('endpoint', SENTENCES.not_a_push_service)
  if (!(await arePushKeys(keys))) throw invalidField('keys', SENTENCES.not_push_keys)
  const row = { id: ctx.id('push'), user_id: user.id, session_id: user.session_id, endpoint, ...keys }
  const saved = await savePushSubscription(ctx, { ...row, created_at: ctx.now() })
  if (!saved) throw invalidField('endpoint', SENTENCES.push_of_another)
}
