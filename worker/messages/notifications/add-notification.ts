import type { RunnerCtx } from '../../system/context/context.ts'
import { NOTIFICATIONS_PATH } from '../../contract/notifications/notification.ts'
import { insertNotification, type NewNotification } from '../../db/messages/notifications.ts'
import type { PushMessage } from '../../contract/push/push-message.ts'
import { readBrowsers } from '../../db/messages/push-subscriptions.ts'

const TEXT_MAX = 2000
/** The most characters of it that a device shows. */
const PUSHED_MAX = 300

/** `link`: a path of ours or an address on the web; anything else is dropped. */
type Given = Omit<NewNotification, 'id' | 'created_at'>

/** Adds to the user's list of notifications and to their browsers. Returns false for a key that is there already. */
export async function addNotification(ctx: RunnerCtx, given: Given): Promise<boolean> {
  const { user_id, effect_key, applet_id } = given
  const text = given.text.slice(0, TEXT_MAX)
  const link = safeLink(given.link)
  const row = { id: ctx.id('ntf'), user_id, effect_key, text, link, applet_id, created_at: ctx.now() }
  const browsers = await insertNotification(ctx, row)
  if (!browsers) return false
  await queuePushes(ctx, browsers, pushOf(ctx, { text, link }))
  return true
}

/** Shows it in the user's browsers. An address on the web opens from the list only. */
export async function pushNotification(
  ctx: RunnerCtx,
  user_id: string,
  { text, link }: { text: string; link: string | null },
) {
  await notifyUser(ctx, user_id, pushOf(ctx, { text, link }))
}

function pushOf(
  { settings }: Pick<RunnerCtx, 'settings'>,
  { text, link }: { text: string; link: string | null },
): PushMessage {
  const url = link?.startsWith('/') ? link : NOTIFICATIONS_PATH
  return { title: settings.PRODUCT_NAME, body: text.slice(0, PUSHED_MAX), url }
}

function safeLink(link: string | null): string | null {
  if (link === null || link.length > 2000) return null
  if (/^\/(?![/\\])/.test(link)) return link
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : null
}

/** Queues a message for each of the user's browsers and returns their number. */
export async function notifyUser(ctx: RunnerCtx, user_id: string, message: PushMessage): Promise<number> {
  return queuePushes(ctx, await readBrowsers(ctx, user_id), message)
}

async function queuePushes(
  ctx: RunnerCtx,
  browsers: readonly { id: string; user_id: string }[],
  message: PushMessage,
): Promise<number> {
  const jobs = browsers.map(({ id: subscription_id, user_id }) => ({
    kind: 'push' as const,
    id: ctx.id('job'),
    user_id,
    subscription_id,
    message,
  }))
  await Promise.all(jobs.map((job) => ctx.queue.send(job)))
  return browsers.length
}
