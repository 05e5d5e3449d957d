import { and, count, desc, eq, isNull, lte, sql, type SQLWrapper } from 'drizzle-orm'
import { NOTIFICATIONS_PAGE_SIZE, UNREAD_MAX } from '../../contract/notifications/notification.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { nameColumns } from '../applets/applet-names.ts'
import { seenName } from '../applets/public-face.ts'
import { decoded, FLAG, prepared, runNamed, type Given, type GivenAll } from '../d1-batch.ts'
import { applets, enablements } from '../schema/applets.ts'
import { notifications } from '../schema/notifications.ts'
import { sessionUser, signedInQuery } from '../sessions/live-sessions.ts'
import { browsersQuery } from './push-subscriptions.ts'

export type NewNotification = {
  id: string
  user_id: string
  /** Adding the same key again changes nothing. */
  effect_key: string
  text: string
  link: string | null
  applet_id: number | null
  created_at: number
}

/** Adds a notification. Returns the user's browsers that may be notified; null for a key that is there already. */
export async function insertNotification(
  { db }: DbCtx,
  row: NewNotification,
): Promise<readonly { id: string; user_id: string }[] | null> {
  const { user_id } = row
  const { added, browsers } = await runNamed(db, {
    added: insertQuery(db, row),
    browsers: browsersQuery(db, { user_id }),
  })
  return added.length === 0 ? null : browsers
}

const insertQuery = prepared((db, row: GivenAll<NewNotification>) =>
  db.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id }),
)

/**
 * Adds a notification, or lets the one with this key say `again`, which is unread then. Returns whether it is a new one. A
 * repeat with the same link changes nothing.
 */
export async function upsertNotification(
  { db }: DbCtx,
  row: NewNotification,
  again: { text: string; link: string },
): Promise<boolean> {
  const [written] = await db
    .insert(notifications)
    .values(row)
    .onConflictDoUpdate({
      target: [notifications.user_id, notifications.effect_key],
      set: { ...again, created_at: row.created_at, read_at: null },
      setWhere: sql`${notifications.link} <> ${row.link}`,
    })
    .returning({ id: notifications.id })
  return written?.id === row.id
}

/** `time` (ms) and `last_id`: of the last one on the page before. */
type Before = { time?: number; last_id?: string }
type Page = Before & { sessionHash: string; now: number }

/** Who is signed in, a page of their notifications with one more, and how many are unread. */
export function readNotificationPage({ db }: DbCtx, { now, ...asked }: Page) {
  const signedIn = signedInQuery(db, { sessionHash: asked.sessionHash, now })
  return runNamed(db, { signedIn, ...pageQueries(db, asked) })
}

const pageQueries = prepared((db, { sessionHash, ...before }: GivenAll<Before & { sessionHash: string }>) => {
  const user = sessionUser(db, sessionHash)
  return { page: pageQuery(db, user, before), unread: unreadQuery(db, user) }
})

function pageQuery(db: Db, user: SQLWrapper, { time, last_id }: { time?: Given<number>; last_id?: Given<string> }) {
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

/** Marks all of a user read that came until then (ms). Returns how many are unread. */
export async function markNotificationsRead({ db, now }: DbCtx & ClockCtx, id: string, until: number): Promise<number> {
  const { user_id, created_at, read_at } = notifications
  const { left } = await runNamed(db, {
    read: db
      .update(notifications)
      .set({ read_at: now() })
      .where(and(eq(user_id, id), isNull(read_at), lte(created_at, until))),
    left: unreadQuery(db, sql`${id}`),
  })
  return left[0]?.unread ?? 0
}

/** How many of the user's newest notifications are unread: reads one row more than the menu counts. */
export function unreadQuery(db: Db, user: SQLWrapper) {
  const { read_at, user_id, created_at } = notifications
  const newest = db
    .select({ read_at })
    .from(notifications)
    .where(sql`${user_id} = ${user}`)
    .orderBy(desc(created_at))
    .limit(UNREAD_MAX + 1)
    .as('newest')
  return db
    .select({ unread: count().as('unread') })
    .from(newest)
    .where(isNull(newest.read_at))
}
