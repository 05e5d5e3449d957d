import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { users } from '../../db/schema/accounts.ts'
import { ai_creations } from '../../db/schema/ai.ts'
import { connected_accounts, services } from '../../db/schema/connections.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import { creationDay } from '../../contract/ai/creation-day.ts'

/** The user who describes an Applet: what a suggestion may know of them, and the services that they may use. */
type Describer = {
  actor: ActorUser
  /** How many drafts were suggested to them today. */
  used: number
  zone: string
  connected: ReadonlySet<string>
  /** Modules of all published services, the most popular first. */
  modules: string[]
}

/** One round trip. Throws `not_signed_in`. */
export async function readDescriber({ db, sessionHash, now, realNow }: Ctx): Promise<Describer> {
  if (!sessionHash) throw new AppError('not_signed_in')
  const [rows, [today], [user], accounts, published] = await runBatch(db, [
    actorQuery(db, sessionHash, realNow()),
    ...describerQueries(db, { sessionHash, day: creationDay(now()) }),
  ])
  const actor = toActor(rows, now())
  if (!actor) throw new AppError('not_signed_in')
  return {
    actor,
    used: today?.count ?? 0,
    zone: user?.timezone ?? 'UTC',
    connected: new Set(accounts.map(({ module_name }) => module_name)),
    modules: published.map(({ module_name }) => module_name),
  }
}

const describerQueries = prepared((db, { sessionHash, day }: { sessionHash: Given<string>; day: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const { user_id, day: made_on, count } = ai_creations
  return [
    db
      .select({ count })
      .from(ai_creations)
      .where(and(inArray(user_id, user), eq(made_on, day))),
    db.select({ timezone: users.timezone }).from(users).where(inArray(users.id, user)),
    db
      .select({ module_name: connected_accounts.module_name })
      .from(connected_accounts)
      .where(inArray(connected_accounts.user_id, user)),
    db
      .select({ module_name: services.module_name })
      .from(services)
      .where(eq(services.published, true))
      .orderBy(desc(services.popularity), services.module_name),
  ] as const
})
