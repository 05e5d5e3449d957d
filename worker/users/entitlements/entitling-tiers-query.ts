import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PAST_DUE_GRACE } from './entitlement-rules.ts'
import { subscriptions } from '../../db/schema/billing.ts'

/** The tiers that a user's plans grant now: `isEntitling` in SQL; a test holds the two together. */
export function entitlingTiersQuery(user_id: string | SQLWrapper, now: number): SQL {
  return sql`select s.tier from ${subscriptions} s where s.user_id = ${user_id} and (s.status = 'active'
    or (s.status = 'trialing' and s.card_authenticated)
    or (s.status = 'past_due' and s.past_due_since > ${now - PAST_DUE_GRACE})
    or (s.status = 'canceled' and s.current_period_end > ${now}))`
}
