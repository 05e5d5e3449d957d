import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tier } from '../../contract/tiers.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { isBelowAiLimit } from './plan-conditions.ts'
import { prepared, runBatch, runNamed, type GivenAll } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { users } from '../schema/accounts.ts'
import { ai_creations } from '../schema/ai.ts'
import { connected_accounts, services } from '../schema/connections.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

/** `day`: the UTC date, such as 2026-03-01. */
type OfSession = { sessionHash: string; day: string }

/** The session's user, and how many creations they have made on a day. `now`: the real time, in ms. */
export function readCreationsOfSession({ db }: DbCtx, { now, ...asked }: OfSession & { now: number }) {
  return runNamed(db, { actor: actorQuery(db, asked.sessionHash, now), today: ofSessionQuery(db, asked) })
}

const ofSessionQuery = prepared((db, { sessionHash, day }: GivenAll<OfSession>) => {
  const isTheirs = inArray(ai_creations.user_id, sessionUser(db, sessionHash))
  return db
    .select({ count: ai_creations.count })
    .from(ai_creations)
    .where(and(isTheirs, eq(ai_creations.day, day)))
})

export async function countCreations({ db }: DbCtx, user_id: string, day: string): Promise<number> {
  const [row] = await runBatch(db, [countQuery(db, { user_id, day })])
  return row?.count ?? 0
}

const countQuery = prepared((db, { user_id, day }: GivenAll<{ user_id: string; day: string }>) =>
  db
    .select({ count: ai_creations.count })
    .from(ai_creations)
    .where(and(eq(ai_creations.user_id, user_id), eq(ai_creations.day, day))),
)

/**
 * The session's user with what a suggestion may know of them: today's creations, their zone, the services of their
 * accounts, and all published services, the most popular first.
 */
export function readDescriberRows({ db }: DbCtx, { now, ...asked }: OfSession & { now: number }) {
  return runNamed(db, { actor: actorQuery(db, asked.sessionHash, now), ...describerQueries(db, asked) })
}

const describerQueries = prepared((db, { sessionHash, day }: GivenAll<OfSession>) => {
  const user = sessionUser(db, sessionHash)
  return {
    today: db
      .select({ count: ai_creations.count })
      .from(ai_creations)
      .where(and(inArray(ai_creations.user_id, user), eq(ai_creations.day, day))),
    zone: db.select({ timezone: users.timezone }).from(users).where(inArray(users.id, user)),
    accounts: db
      .select({ module_name: connected_accounts.module_name })
      .from(connected_accounts)
      .where(inArray(connected_accounts.user_id, user)),
    published: db
      .select({ module_name: services.module_name })
      .from(services)
      .where(eq(services.published, true))
      .orderBy(desc(services.popularity), services.module_name),
  }
})

type Creation = { user_id: string; tier: Tier; day: string }

/** Counts one more for the day: of two concurrent requests only one takes the last slot of the tier. False if none is left. */
export async function countCreation({ db }: DbCtx, { user_id, tier, day }: Creation): Promise<boolean> {
  const { counted } = await runNamed(db, {
    counted: insertRow(db, ai_creations, { user_id, day, count: 1 }, {})
      .onConflictDoUpdate({
        target: [ai_creations.user_id, ai_creations.day],
        set: { count: sql`${ai_creations.count} + 1` },
        setWhere: isBelowAiLimit(tier),
      })
      .returning({ count: ai_creations.count }),
  })
  return counted.length > 0
}
