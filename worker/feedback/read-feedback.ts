import { and, eq } from 'drizzle-orm'
import type { AppletKey } from '../applets/read/applet-queries.ts'
import { loadForUser } from '../applets/read/load-applet.ts'
import type { Ctx } from '../context/context.ts'
import type { FeedbackResponse } from '../contract/feedback/feedback-form.ts'
import { feedback } from '../db/schema/feedback.ts'

/** The user's feedback on an Applet (§7). Throws `not_found` if the Applet is hidden from this user. */
export async function readFeedback(ctx: Ctx, ref: AppletKey): Promise<FeedbackResponse> {
  const { actor, row } = await loadForUser(ctx, ref)
  const { like, opinion, suggestion } = feedback
  const [record] = await ctx.db
    .select({ like, opinion, suggestion })
    .from(feedback)
    .where(and(eq(feedback.user_id, actor.id), eq(feedback.applet_id, row.id)))
  return { applet_feedback_by_user: record ?? null }
}
