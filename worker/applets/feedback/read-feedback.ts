import type { AppletKey } from '../../contract/addresses.ts'
import { isVisible } from '../../contract/applets/applet-visibility.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { FeedbackResponse } from '../../contract/feedback/feedback-form.ts'
import { readFeedbackRows } from '../../db/applets/applet-feedback.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** The user's feedback on an Applet (§7). Throws `not_signed_in`, or `not_found` if the Applet is hidden from this user. */
export async function readFeedback(ctx: Ctx, ref: AppletKey): Promise<FeedbackResponse> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { actor, own } = await readFeedbackRows(ctx, { sessionHash, now: ctx.realNow() }, ref)
  if (actor.length === 0) throw new AppError('not_signed_in')
  const [row] = own
  if (!row || !isVisible(row)) throw new AppError('not_found', { message: SENTENCES.applet_gone })
  const { like, opinion, suggestion } = row
  return { applet_feedback_by_user: like === null ? null : { like, opinion, suggestion } }
}
