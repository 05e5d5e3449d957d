import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { subscriptions } from '../../db/schema/billing.ts'

/**
 * A user's subscription rows and their versions as one text, which differs as soon as one is added, removed or changed.
 * A caller that decides by tier reads it too, and writes only if it is unchanged. `user`: an id, or a query for it.
 */
export function subscriptionsVersion(user: string | SQLWrapper): SQL<string> {
  return sql<string>`(select coalesce(group_concat(p.mark, ' '), '') from (
    select s.id || '.' || s.version as mark from ${subscriptions} s where s.user_id in (${user}) order by s.id) p)`
}
