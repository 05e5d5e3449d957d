import { readCreationsOfSession } from '../../db/billing/counted-creations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toActor } from '../../users/session/actor.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AiCreationsToday } from '../../contract/ai/ai-creations.ts'
import { aiCreationRules } from '../../contract/enablement/enablement-rules.ts'
import { PLANS } from '../../contract/tiers.ts'
import { creationDay, nextCreationDay } from '../../contract/ai/creation-day.ts'

/** GET /api/ai_creations: today's count, and the rules that `requireAiCreation` would answer by. */
export async function readAiCreations(ctx: Ctx): Promise<AiCreationsToday> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const asked = { sessionHash, day: creationDay(now), now: ctx.realNow() }
  const { actor: rows, today } = await readCreationsOfSession(ctx, asked)
  const actor = toActor(rows, now)
  if (!actor) throw new AppError('not_signed_in')
  const used = today[0]?.count ?? 0
  return {
    used,
    limit: PLANS[actor.tier].ai_creations_per_day,
    resets_at: nextCreationDay(ctx.now()),
    enablement_rules: aiCreationRules(actor, used),
  }
}
