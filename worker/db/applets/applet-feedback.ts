import { and, eq, sql } from 'drizzle-orm'
import type { AppletKey } from '../../contract/addresses.ts'
import type { FeedbackResponse, Opinion } from '../../contract/feedback/feedback-form.ts'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { decoded, FLAG, prepared, runNamed, type Given } from '../d1-batch.ts'
import { applets, enablements } from '../schema/applets.ts'
import { feedback } from '../schema/feedback.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'
import { enablementStatus } from './applet-names.ts'
import { selectAppletId, type GivenAppletKey } from './select-applet-id.ts'

type Session = { sessionHash: string; now: number }

/** Who is signed in, the facts that decide whether they see the Applet, and their feedback on it. */
export function readFeedbackRows({ db }: DbCtx, { sessionHash, now }: Session, ref: AppletKey) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    own: ownFeedback(db, { sessionHash, ...ref }),
  })
}

const ownFeedback = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  const { id, published_at, archived_at, author_id } = applets
  const { like, opinion, suggestion } = feedback
  const query = db
    .select({
      published: sql<boolean>`${published_at} is not null`.as('published'),
      archived: sql<boolean>`${archived_at} is not null`.as('archived'),
      is_author: sql<boolean>`${author_id} = ${user}`.as('is_author'),
      enablement: enablementStatus,
      like,
      opinion,
      suggestion,
    })
    .from(applets)
    .leftJoin(enablements, and(sql`${enablements.user_id} = ${user}`, eq(enablements.applet_id, id)))
    .leftJoin(feedback, and(sql`${feedback.user_id} = ${user}`, eq(feedback.applet_id, id)))
    .where(sql`${id} = ${selectAppletId(ref)}`)
  return decoded(query, { published: FLAG, archived: FLAG, is_author: FLAG, like })
})

type Said = { like: boolean; opinion?: Opinion | null; suggestion?: string | null }

/** Saves the user's one record for an Applet, in which values that are not given stay. Returns it. */
export async function saveFeedback(
  { db, now, id }: Pick<Ctx, 'db' | 'now' | 'id'>,
  whose: { user_id: string; applet_id: number },
  said: Said,
): Promise<FeedbackResponse['applet_feedback_by_user']> {
  const given = { ...said, updated_at: now() }
  const [record] = await db
    .insert(feedback)
    .values({ id: id('fbk'), ...whose, created_at: now(), ...given })
    .onConflictDoUpdate({ target: [feedback.user_id, feedback.applet_id], set: given })
    .returning({ like: feedback.like, opinion: feedback.opinion, suggestion: feedback.suggestion })
  return record ?? null
}
