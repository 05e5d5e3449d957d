import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { subscriptions } from '../db/schema/billing.ts'

/**
 * The rows of a user's plans with their versions, as one text: it differs as soon as one came, went or changed. Who
 * decides by a tier reads it along, and writes where it is still the same. `user`: the id, or a query that gives it.
 */
export function subscriptionsVersion(user: string | SQLWrapper): SQL<string> {
  return sql<string>`(select coalesce(group_concat(p.mark, ' '), '') from (
    select s.id || '.' || s.version as mark from ${subscriptions} s where s.user_id in (${user}) order by s.id) p)`
}
