import { sql } from 'drizzle-orm'
import { entitlingTiersQuery } from '../../entitlements/entitling-tiers-query.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import type { Ctx } from '../../context/context.ts'
import { TIER_LIMITS } from '../../contract/tiers.ts'
import { pauseOverLimit } from './pause-over-limit.ts'
import { deferSync } from '../../runner-sync/sync-runner.ts'
import { needsAPlan } from './applet-needs-query.ts'
import { enablements } from '../../db/schema/applets.ts'

/** Users per run. The rest come first in the next run. */
const USERS_PER_RUN = 100

/**
 * Pauses Applets of users whose plan expired without an event: a failed payment's grace period or a canceled plan's
 * paid period is over. Returns how many were paused, for the log.
 */
export async function pauseExpired(ctx: Ctx): Promise<number> {
  const ended = await ctx.db
    .selectDistinct({ user_id: subscriptions.user_id })
    .from(subscriptions)
    .where(
      sql`not exists (${entitlingTiersQuery(subscriptions.user_id, ctx.now())}) and ((${running}) > ${TIER_LIMITS.free.applets} or exists (${needy}))`,
    )
    .limit(USERS_PER_RUN)
  let paused = 0
  for (const { user_id } of ended) {
    paused += (await pauseOverLimit(ctx, user_id)).paused
    deferSync(ctx, user_id)
  }
  return paused
}

const ofUser = sql`from ${enablements} e where e.user_id = ${subscriptions.user_id} and e.status = 'enabled'`
const running = sql`select count(*) ${ofUser}`
const needy = sql`select 1 ${ofUser} and ${needsAPlan(sql`e.applet_id`)}`
