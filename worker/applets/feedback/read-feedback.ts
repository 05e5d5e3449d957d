import { and, eq, sql } from 'drizzle-orm'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { GivenAppletKey } from '../../db/applets/select-applet-id.ts'
import { isVisible } from '../../contract/applets/applet-visibility.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { FeedbackResponse } from '../../contract/feedback/feedback-form.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { decoded, FLAG, prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { enablementStatus } from '../../db/applets/enablement-status.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { feedback } from '../../db/schema/feedback.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'

/** The user's feedback on an Applet (§7). Throws `not_signed_in`, or `not_found` if the Applet is hidden from this user. */
export async function readFeedback(ctx: Ctx, ref: AppletKey): Promise<FeedbackResponse> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, [row]] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ownFeedback(db, { sessionHash, ...ref }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  if (!row || !isVisible(row)) throw new AppError('not_found', { message: SENTENCES.applet_gone })
  const { like, opinion, suggestion } = row
  return { applet_feedback_by_user: like === null ? null : { like, opinion, suggestion } }
}

/** The facts that decide whether the session's user sees the Applet, and their feedback on it. */
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
