import { and, desc, eq, isNull, lte, sql, type SQLWrapper } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { NotificationsQuery } from '../../contract/notifications/notification-input.ts'
import {
  NOTIFICATIONS_CURSOR,
  NOTIFICATIONS_PAGE_SIZE,
  UNREAD_MAX,
  type NotificationsResponse,
} from '../../contract/notifications/notification.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, FLAG, prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { seenName } from '../../db/applets/public-face.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { nameColumns, toNamedApplet } from '../../db/applets/applet-names.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { sessionUser, signedInQuery } from '../../db/users/live-sessions.ts'
import { unreadQuery } from '../../db/messages/notifications.ts'

/** A page of what Applets told the user, in one round trip. Throws `not_signed_in`. */
export async function listNotifications(ctx: Ctx, { before }: NotificationsQuery): Promise<NotificationsResponse> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [, time, last_id] = NOTIFICATIONS_CURSOR.exec(before ?? '') ?? []
  const [signedIn, rows, [count]] = await runBatch(db, [
    signedInQuery(db, { sessionHash, now: ctx.realNow() }),
    ...listQueries(db, { sessionHash, ...(time && last_id && { time: Number(time), last_id }) }),
  ])
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
    unread: Math.min(count?.unread ?? 0, UNREAD_MAX + 1),
  }
}

/** `time` and `last_id`: of the last one on the page before. */
type Before = { time?: Given<number>; last_id?: Given<string> }

const listQueries = prepared((db, { sessionHash, ...before }: Before & { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  return [pageQuery(db, user, before), unreadQuery(db, user)] as const
})

function pageQuery(db: Db, user: SQLWrapper, { time, last_id }: Before) {
  const { id, text, link, created_at, read_at, applet_id, user_id } = notifications
  const query = db
    .select({
      id,
      text,
      link,
      created_at,
      read_at,
      applet_id,
      ...nameColumns(user_id),
      name: sql<string | null>`${seenName(user_id)}`.as('name'),
    })
    .from(notifications)
    .leftJoin(applets, eq(applets.id, applet_id))
    .leftJoin(enablements, and(eq(enablements.user_id, user_id), eq(enablements.applet_id, applet_id)))
    .where(
      and(
        sql`${user_id} = ${user}`,
        time === undefined || last_id === undefined
          ? undefined
          : sql`${created_at} <= ${time} and (${created_at}, ${id}) < (${time}, ${last_id})`,
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(NOTIFICATIONS_PAGE_SIZE + 1)
  return decoded(query, { is_author: FLAG })
}

/** Marks all read that came until then. Throws `not_signed_in`. */
export async function readNotifications(ctx: Ctx, { until }: { until: number }): Promise<{ unread: number }> {
  const { id } = await requireUser(ctx)
  const { user_id, created_at, read_at } = notifications
  const [, [count]] = await ctx.db.batch([
    ctx.db
      .update(notifications)
      .set({ read_at: ctx.now() })
      .where(and(eq(user_id, id), isNull(read_at), lte(created_at, until))),
    unreadQuery(ctx.db, sql`${id}`),
  ])
  return { unread: Math.min(count?.unread ?? 0, UNREAD_MAX + 1) }
}
