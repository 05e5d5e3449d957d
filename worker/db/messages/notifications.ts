import { count, desc, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import { UNREAD_MAX } from '../../contract/notifications/notification.ts'
import type { Db } from '../../system/d1/client.ts'
import { notifications } from '../schema/notifications.ts'

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
