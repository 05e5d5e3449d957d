import { lt, sql } from 'drizzle-orm'
import { requireUser } from '../session/actor.ts'
import type { Ctx } from '../context/context.ts'
import type { AiCreations } from '../contract/ai/ai-creations.ts'
import { aiCreationRules } from '../contract/enablement/enablement-rules.ts'
import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'
import { upgradeTitle } from '../contract/upgrade/blocked-words.ts'
import { DEFAULT_PLAN } from '../contract/upgrade/upgrade.ts'
import { AppError } from '../errors/app-error.ts'
import { log } from '../log/log.ts'
import { tierRefusal } from '../errors/tier-refusal.ts'
import { countAiCreations } from './read-ai-creations.ts'
import { dayOf, nextDay } from './creation-day.ts'
import { ai_creations } from '../db/schema/ai.ts'

/**
 * POST /api/ai_creations: counts one creation within the tier's limit per day (§6, §D3.3). A single statement lets only
 * one of two concurrent requests take the last slot. Throws `tier_required` (403) with the rules if another plan allows
 * more, otherwise `rate_limited` (429) until midnight UTC.
 */
export async function takeAiCreation(ctx: Ctx): Promise<AiCreations> {
  const { id, tier } = await requireUser(ctx)
  const now = ctx.now()
  const limit = TIER_LIMITS[tier].ai_creations_per_day
  const [taken] = await ctx.db
    .insert(ai_creations)
    .values({ user_id: id, day: dayOf(now), count: 1 })
    .onConflictDoUpdate({
      target: [ai_creations.user_id, ai_creations.day],
      set: { count: sql`${ai_creations.count} + 1` },
      setWhere: lt(ai_creations.count, limit),
    })
    .returning({ used: ai_creations.count })
  if (!taken) throw refusal(tier, await countAiCreations(ctx, id), nextDay(now) - now)
  return { used: taken.used, limit, resets_at: nextDay(now) }
}

/** After a plan has ended, the count may exceed the tier's limit. Offers the plan that allows that many. */
function refusal(tier: Tier, used: number, wait: number): AppError {
  log('info', 'rate_limited', { rule: 'ai_creations', who: tier })
  const rules = aiCreationRules(tier, used)
  if (rules.minimum_tier !== null) return tierRefusal(rules)
  const message = upgradeTitle('ai_maker_rate_limit', { plan: DEFAULT_PLAN, trialDays: null })
  return new AppError('rate_limited', { message, retryAfter: Math.ceil(wait / 1000) })
}
