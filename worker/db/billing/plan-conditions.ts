import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PAST_DUE_GRACE } from '../../contract/limits.ts'
import { PLANS, TIERS, type Tier } from '../../contract/tiers.ts'
import type { ClockCtx } from '../../system/context/context.ts'
import { ai_creations } from '../schema/ai.ts'
import { enablements } from '../schema/applets.ts'
import { subscriptions } from '../schema/billing.ts'

/**
 * What contract/enablement decides, once more as conditions of the write: between reading and writing, another request
 * may take the last slot, and a plan may end.
 */

/** How many Applets the user has enabled. */
export function enabledCount(user_id: string): SQL<number> {
  return sql<number>`(select count(*) from ${enablements} e where e.user_id = ${user_id} and e.status = 'enabled')`
}

/** The tier's quota has a free slot. */
export function hasFreeSlot(user_id: string, tier: Tier): SQL | undefined {
  const total = PLANS[tier].applets
  if (total === null) return undefined
  return sql`${enabledCount(user_id)} < ${total}`
}

/**
 * A user's subscription rows and their versions as one text, which differs as soon as one is added, removed or changed.
 * A caller that decides by tier reads it too, and writes only if it is unchanged. `user`: an id, or a query for it.
 */
export function subscriptionsVersion(user: string | SQLWrapper): SQL<string> {
  return sql<string>`(select coalesce(group_concat(p.mark, ' '), '') from (
    select s.id || '.' || s.version as mark from ${subscriptions} s where s.user_id in (${user}) order by s.id) p)`
}

/** The user's subscriptions have not changed since the tier was read. */
export function subscriptionsUnchanged(user_id: string, mark: string): SQL {
  return sql`${subscriptionsVersion(user_id)} = ${mark}`
}

/** The tiers that a user's plans grant now: `isEntitling` in SQL; a test holds the two together. */
export function entitlingTiersQuery(user_id: string | SQLWrapper, now: number): SQL {
  return sql`select s.tier from ${subscriptions} s where s.user_id = ${user_id} and (s.status = 'active'
    or (s.status = 'trialing' and s.card_authenticated)
    or (s.status = 'past_due' and s.past_due_since > ${now - PAST_DUE_GRACE})
    or (s.status = 'canceled' and s.current_period_end > ${now}))`
}

/** The user's current tier is one of those that the rule allows. */
export function hasTierThat(allows: (tier: Tier) => boolean, user_id: string, { now }: ClockCtx): SQL {
  if (allows('free')) return sql`1`
  const tiers = TIERS.filter(allows)
  return sql`exists (select 1 from (${entitlingTiersQuery(user_id, now())}) g where g.tier in ${tiers})`
}

/** The row of today's AI creations is below the tier's limit. */
export function isBelowAiLimit(tier: Tier): SQL {
  return sql`${ai_creations.count} < ${PLANS[tier].ai_creations_per_day}`
}
