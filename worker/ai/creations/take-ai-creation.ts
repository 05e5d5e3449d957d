import { sql } from 'drizzle-orm'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { DRAFTS_MAX, type AppletDraft } from '../../contract/drafts/draft.ts'
import { aiCreationRules } from '../../contract/enablement/enablement-rules.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { UserTier } from '../../contract/tiers.ts'
import { upgradeTitle } from '../../contract/upgrade/upgrade-titles.ts'
import { DEFAULT_PLAN } from '../../contract/upgrade/upgrade.ts'
import { isBelowAiLimit } from '../../db/billing/plan-conditions.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { drafts } from '../../db/schema/drafts.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { log } from '../../system/log/log.ts'
import { creationDay, nextCreationDay } from '../../contract/ai/creation-day.ts'
import { countAiCreations } from './read-ai-creations.ts'

/** A draft that was stored. */
type Stored = { id: number; version: number; updated_at: number }
type Creator = Pick<ActorUser, 'id' | 'tier' | 'upgrades'>

/**
 * Stores a suggested draft and counts it among today's (§6), both or neither: of two concurrent requests only
 * one takes the last slot. Throws as `requireAiCreation`, and `invalid_input` for a user with too many drafts.
 */
export async function takeAiCreation(ctx: Ctx, user: Creator, doc: AppletDraft): Promise<Stored> {
  const { id } = user
  const now = ctx.now()
  const [, [stored]] = await ctx.db.batch([
    ctx.db
      .insert(ai_creations)
      .select(
        sql`select ${id}, ${creationDay(now)}, 1
          where (select count(*) from ${drafts} d where d.user_id = ${id}) < ${DRAFTS_MAX}`,
      )
      .onConflictDoUpdate({
        target: [ai_creations.user_id, ai_creations.day],
        set: { count: sql`${ai_creations.count} + 1` },
        setWhere: isBelowAiLimit(user.tier),
      }),
    ctx.db
      .insert(drafts)
      .select(sql`select null, ${id}, null, 1, ${JSON.stringify(doc)}, ${now}, ${now} where changes() > 0`)
      .returning({ id: drafts.id, version: drafts.version, updated_at: drafts.updated_at }),
  ])
  if (stored) return stored
  requireAiCreation(ctx, user, await countAiCreations(ctx, id))
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
