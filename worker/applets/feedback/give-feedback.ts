import type { AppletKey } from '../../contract/addresses.ts'
import { loadForUser } from '../read/load-applet.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { FeedbackInput } from '../../contract/feedback/feedback-input.ts'
import type { FeedbackResponse } from '../../contract/feedback/feedback-form.ts'
import { saveFeedback } from '../../db/applets/applet-feedback.ts'

/**
 * Saves the user's single feedback record for an Applet (§4.5). Omitted values stay as they were; a Yes removes the
 * reason for a No. Throws `not_found` if the Applet is hidden from this user.
 */
export async function giveFeedback(ctx: Ctx, ref: AppletKey, input: FeedbackInput): Promise<FeedbackResponse> {
  const { actor, row } = await loadForUser(ctx, ref)
  const { like, opinion, suggestion } = input
  const record = await saveFeedback(
    ctx,
    { user_id: actor.id, applet_id: row.id },
    {
      like,
      ...(like ? { opinion: null } : opinion !== undefined && { opinion }),
      ...(suggestion !== undefined && { suggestion: suggestion || null }),
    },
  )
  return { applet_feedback_by_user: record }
}
