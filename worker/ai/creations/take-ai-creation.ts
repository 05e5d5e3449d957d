import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { aiCreationRules } from '../../contract/enablement/enablement-rules.ts'
import type { UserTier } from '../../contract/tiers.ts'
import { upgradeTitle } from '../../contract/upgrade/upgrade-titles.ts'
import { DEFAULT_PLAN } from '../../contract/upgrade/upgrade.ts'
import { countCreation, countCreations } from '../../db/billing/counted-creations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { log } from '../../system/log/log.ts'
import { creationDay, nextCreationDay } from '../../contract/ai/creation-day.ts'

type Creator = Pick<ActorUser, 'id' | 'tier' | 'upgrades'>

/** Counts a suggested draft among today's (§6). Throws as `requireAiCreation`. */
export async function takeAiCreation(ctx: Ctx, user: Creator): Promise<void> {
  const { id, tier } = user
  const day = creationDay(ctx.now())
  if (await countCreation(ctx, { user_id: id, tier, day })) return
  requireAiCreation(ctx, user, await countCreations(ctx, id, day))
  // Another request gave one back in between, such as by a larger plan.
  throw new AppError('rate_limited')
}

/**
 * Throws `tier_required` (403) with the rules if today's are used up and another plan that is on sale allows more, otherwise
 * `rate_limited` (429) until midnight UTC. After a plan has ended, the count may exceed the tier's limit.
 */
export function requireAiCreation(ctx: Pick<Ctx, 'now'>, user: UserTier, used: number): void {
  const rules = aiCreationRules(user, used)
  if (!rules.block_user) return
  log('info', 'rate_limited', { rule: 'ai_creations', who: user.tier })
  if (rules.minimum_tier !== null) throw tierRefusal(rules)
  const message = upgradeTitle('ai_maker_rate_limit', { plan: DEFAULT_PLAN, trialDays: null })
  const wait = nextCreationDay(ctx.now()) - ctx.now()
  throw new AppError('rate_limited', { message, retryAfter: Math.ceil(wait / 1000) })
}
