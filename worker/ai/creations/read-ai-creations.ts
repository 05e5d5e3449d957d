import { and, eq, inArray } from 'drizzle-orm'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AiCreationsToday } from '../../contract/ai/ai-creations.ts'
import { aiCreationRules } from '../../contract/enablement/enablement-rules.ts'
import { PLANS } from '../../contract/tiers.ts'
import { creationDay, nextCreationDay } from '../../contract/ai/creation-day.ts'
import { ai_creations } from '../../db/schema/ai.ts'

/** GET /api/ai_creations: today's count, and the rules that `requireAiCreation` would answer by. */
export async function readAiCreations(ctx: Ctx): Promise<AiCreationsToday> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [rows, [today]] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ownCountQuery(db, { sessionHash, day: creationDay(now) }),
  ])
  const actor = toActor(rows, now)
  if (!actor) throw new AppError('not_signed_in')
  const used = today?.count ?? 0
  return {
    used,
    limit: PLANS[actor.tier].ai_creations_per_day,
    resets_at: nextCreationDay(ctx.now()),
    enablement_rules: aiCreationRules(actor, used),
  }
}

/** How many creations the user has made today. */
export async function countAiCreations({ db, now }: Ctx, userId: string): Promise<number> {
  const [[row]] = await runBatch(db, [countQuery(db, { userId, day: creationDay(now()) })])
  return row?.count ?? 0
}

const countQuery = prepared((db, { userId, day }: { userId: Given<string>; day: Given<string> }) => {
  const { count, user_id, day: made_on } = ai_creations
  return db
    .select({ count })
    .from(ai_creations)
    .where(and(eq(user_id, userId), eq(made_on, day)))
})

const ownCountQuery = prepared((db, { sessionHash, day }: { sessionHash: Given<string>; day: Given<string> }) => {
  const { count, user_id, day: made_on } = ai_creations
  return db
    .select({ count })
    .from(ai_creations)
    .where(and(inArray(user_id, sessionUser(db, sessionHash)), eq(made_on, day)))
})
