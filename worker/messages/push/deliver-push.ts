import { buildPushPayload } from '@block65/webcrypto-web-push'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import type { PushJob } from '../../contract/jobs/jobs.ts'
import { deletePushSubscription, readPushSubscription } from '../../db/messages/push-subscriptions.ts'
import { arePushKeys } from './push-keys.ts'
import { isPushService } from './push-services.ts'

/** How many seconds a push service keeps the message for an offline browser. */
const TTL = 24 * 60 * 60

/**
 * Encrypts the notification for its browser (RFC 8291), signs it with our key (RFC 8292) and posts it to the push
 * service. Deletes a subscription that has expired, or that can never work. Throws if the service is busy or down, so
 * that the queue retries.
 */
export async function deliverPush(ctx: Ctx, { id, subscription_id, message }: PushJob): Promise<void> {
  const { VAPID_KEYS: keys, SITE_ORIGIN: subject } = ctx.settings
  const found = await readPushSubscription(ctx, subscription_id)
  if (!found || !keys) return
  const { endpoint, p256dh, auth } = found
  const target = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  const drop = () => deletePushSubscription(ctx, subscription_id)
  if (!isPushService(endpoint, ctx.settings) || !(await arePushKeys(target.keys))) {
    log('warn', 'push_dropped', { id, service: new URL(endpoint).host })
    return drop()
  }
  const { method, headers, body } = await buildPushPayload(
    // A second delivery of the job replaces the first on the device.
    { data: { ...message, tag: id }, options: { ttl: TTL, urgency: 'normal' } },
    target,
    { subject, ...keys },
  )
  const { ok, status } = await guardedFetch(ctx)(endpoint, { method, headers, body })
  if (ok) return
  if (status === 404 || status === 410) return drop()
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`)
  log('warn', 'push_refused', { id, status, service: new URL(endpoint).host })
}
