import type { ActorUser, Ctx } from '../../system/context/context.ts'
import type { AppletDraft } from '../../contract/drafts/draft.ts'
import { aiCreationRules } from '../../contract/enablement/enablement-rules.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { UserTier } from '../../contract/tiers.ts'
import { upgradeTitle } from '../../contract/upgrade/upgrade-titles.ts'
import { DEFAULT_PLAN } from '../../contract/upgrade/upgrade.ts'
import { countCreations, insertCreation } from '../../db/billing/counted-creations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { log } from '../../system/log/log.ts'
import { creationDay, nextCreationDay } from '../../contract/ai/creation-day.ts'

/** A draft that was stored. */
type Stored = { id: number; version: number; updated_at: number }
type Creator = Pick<ActorUser, 'id' | 'tier' | 'upgrades'>

/**
 * Stores a suggested draft and counts it among today's (§6), both or neither: of two concurrent requests only
 * one takes the last slot. Throws as `requireAiCreation`, and `invalid_input` for a user with too many drafts.
 */
export async function takeAiCreation(ctx: Ctx, user: Creator, doc: AppletDraft): Promise<Stored> {
  const { id, tier } = user
  const day = creationDay(ctx.now())
  const stored = await insertCreation(ctx, { user_id: id, tier, day, doc })
  if (stored) return stored
  requireAiCreation(ctx, user, await countCreations(ctx, id, day))
  throw new AppError('invalid_input', { message: SENTENCES.drafts_full })
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
