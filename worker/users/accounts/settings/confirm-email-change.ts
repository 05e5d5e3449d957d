import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { uniqueViolation } from '../../../db/constraints/unique-violation.ts'
import { changeUserEmail } from '../../../db/users/email-changes.ts'
import { pastTrialHashes } from '../past-trials.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { readEmailLink } from '../email-links.ts'
import { queueCustomerDetails } from './queue-customer-details.ts'
import { tellOfEmailChange } from './tell-of-email-change.ts'

/**
 * POST /api/email_changes/confirm: the press on the page of the mailed link, by the session of the account that asked.
 * From now on the account has the new address; both addresses hear of it, and the old one can undo it for seven days.
 * A second press changes nothing. Throws `not_signed_in` (401), `invalid_link` (422), `email_taken` (409).
 */
export async function confirmEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const user = await requireUser(ctx)
  const link = await readEmailLink(ctx, 'change_email', token)
  if (link.user_id !== user.id) throw new AppError('invalid_link', { message: SENTENCES.link_of_another })
  if (user.email === link.email) return { email: link.email }
  const id = link.state ?? ''
  const past_trial_hashes = await pastTrialHashes(ctx, 'email', link.email)
  const event = { kind: 'email_changed', user_id: user.id, session_id: user.session_id } as const
  await queueCustomerDetails(ctx, user.id)
  const change = { id, to_email: link.email, past_trial_hashes }
  const changed = await changeUserEmail(ctx, change, event).catch(refuseTaken)
  if (!changed) throw new AppError('invalid_link')
  ctx.defer(tellOfEmailChange(ctx, id))
  return { email: link.email }
}

function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) !== 'users.email') throw error
  throw new AppError('email_taken', { message: SENTENCES.email_of_another, cause: error })
}
