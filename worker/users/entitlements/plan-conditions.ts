import { sql, type SQL } from 'drizzle-orm'
import { PLANS, TIERS, type Tier } from '../../contract/tiers.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { enablements } from '../../db/schema/applets.ts'
import type { ClockCtx } from '../../system/context/context.ts'
import { entitlingTiersQuery } from './entitling-tiers-query.ts'
import { subscriptionsVersion } from './subscriptions-version.ts'

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

/** The user's subscriptions have not changed since the tier was read. */
export function subscriptionsUnchanged(user_id: string, mark: string): SQL {
  return sql`${subscriptionsVersion(user_id)} = ${mark}`
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
