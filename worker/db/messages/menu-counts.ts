import { and, count, eq, inArray } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { prepared, runNamed, type Given } from '../d1-batch.ts'
import { enablements } from '../schema/applets.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'
import { unreadQuery } from './notifications.ts'

/** The rows of `actorQuery`, with how many Applets the user has on and how many notifications are unread. */
export function readActorWithCounts({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...countQueries(db, { sessionHash }) })
}

/** The query beside them checks the session. */
const countQueries = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const isOn = and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled'))
  return {
    enabled: db
      .select({ count: count().as('count') })
      .from(enablements)
      .where(isOn),
    notified: unreadQuery(db, user),
  }
})
