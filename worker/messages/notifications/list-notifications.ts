import type { Ctx } from '../../system/context/context.ts'
import type { NotificationsQuery } from '../../contract/notifications/notification-input.ts'
import {
  NOTIFICATIONS_CURSOR,
  NOTIFICATIONS_PAGE_SIZE,
  UNREAD_MAX,
  type NotificationsResponse,
} from '../../contract/notifications/notification.ts'
import { toNamedApplet } from '../../db/applets/applet-names.ts'
import { markNotificationsRead, readNotificationPage } from '../../db/messages/notifications.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireUser } from '../../system/context/require-user.ts'

/** A page of what Applets told the user, in one round trip. Throws `not_signed_in`. */
export async function listNotifications(ctx: Ctx, { before }: NotificationsQuery): Promise<NotificationsResponse> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [, time, last_id] = NOTIFICATIONS_CURSOR.exec(before ?? '') ?? []
  const asked = { sessionHash, now: ctx.realNow(), ...(time && last_id && { time: Number(time), last_id }) }
  const { signedIn, page: rows, unread } = await readNotificationPage(ctx, asked)
  if (signedIn.length === 0) throw new AppError('not_signed_in')
  const page = rows.slice(0, NOTIFICATIONS_PAGE_SIZE)
  const last = page.at(-1)
  return {
    notifications: page.map(({ id, text, link, created_at, read_at, applet_id, name, config_type, ...facts }) => ({
      id,
      text,
      link,
      created_at,
      read: read_at !== null,
      applet:
        applet_id === null || name === null || config_type === null
          ? null
          : toNamedApplet({ ...facts, id: applet_id, name, config_type }),
    })),
    next: last && rows.length > page.length ? `${last.created_at}.${last.id}` : null,
    unread: Math.min(unread[0]?.unread ?? 0, UNREAD_MAX + 1),
  }
}

/** Marks all read that came until then. Throws `not_signed_in`. */
export async function readNotifications(ctx: Ctx, { until }: { until: number }): Promise<{ unread: number }> {
  const { id } = await requireUser(ctx)
  const unread = await markNotificationsRead(ctx, id, until)
  return { unread: Math.min(unread, UNREAD_MAX + 1) }
}
