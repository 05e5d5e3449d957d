import { lt, sql } from 'drizzle-orm'
import { requireUser } from '../accounts/actor.ts'
import type { Ctx } from '../context.ts'
import type { AiCreations } from '../contract/ai.ts'
import { aiCreationRules } from '../contract/enablement.ts'
import { TIER_LIMITS, type Tier } from '../contract/tiers.ts'
import { upgradeTitle } from '../contract/upgrade-words.ts'
import { DEFAULT_PLAN } from '../contract/upgrade.ts'
import { AppError } from '../http/app-error.ts'
import { log } from '../http/log.ts'
import { tierRefusal } from '../http/tier-refusal.ts'
import { countOf } from './read-ai-creations.ts'
import { dayOf, nextDay } from './rules.ts'
import { ai_creations } from './tables.ts'

/**
 * POST /api/ai_creations: counts one creation of the AI maker within what the tier allows a day (§6, design §3.3), in
 * one statement, so that of two at once at the last one only one is let in. Throws `tier_required` (403) with the rules
 * where another plan allows more, else `rate_limited` (429) until midnight UTC.
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
  if (!taken) throw refusal(tier, await countOf(ctx, id), nextDay(now) - now)
  return { used: taken.used, limit, resets_at: nextDay(now) }
}

/** After a plan has ended more may be used than the tier allows: what lifts it is then what allows that much. */
function refusal(tier: Tier, used: number, wait: number): AppError {
  log('info', 'rate_limited', { rule: 'ai_creations', who: tier })
  const rules = aiCreationRules(tier, used)
  if (rules.minimum_tier !== null) return tierRefusal(rules)
  const message = upgradeTitle('ai_maker_rate_limit', { plan: DEFAULT_PLAN, trialDays: null })
  return new AppError('rate_limited', { message, retryAfter: Math.ceil(wait / 1000) })
}
