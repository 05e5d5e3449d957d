import type { Ctx } from '../../../system/context/context.ts'
import type { UndoneDeletion } from '../../../contract/accounts/account-deletion.ts'
import { deleteDeletion, readDeletion } from '../../../db/users/account-deletions.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { log } from '../../../system/log/log.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { readPendingDeletion } from '../../session/pending-deletion.ts'
import { readEmailLink } from '../email-links.ts'

const RESTORED = { kind: 'account_restored', session_id: null } as const

/**
 * POST /api/account_deletion/undo: brings the account back as it was, for its session or for the mailed link. Its plan
 * renews again if the deletion had set it to end. Returns what becomes of it. Repeating it changes nothing. Throws `not_signed_in` (401),
 * `invalid_link` (422), `deletion_begun` (409) once the seven days are over, and what Stripe's client throws.
 */
export async function undoDeletion(ctx: Ctx, { token }: { token?: string | undefined }): Promise<UndoneDeletion> {
  const { user_id, state } = await whose(ctx, token)
  const found = await readDeletion(ctx, user_id)
  // A link is for one deletion. Another press may have brought the account back already.
  if (!found || (state !== undefined && state !== String(found.deletion.requested_at)))
    throw new AppError('invalid_link')
  const { user, deletion } = found
  if (deletion.begun_at !== null || deletion.due_at <= ctx.now()) throw new AppError('deletion_begun')
  await ctx.accountParts.plan.letPlanRenew(ctx, user, deletion)
  if (!(await deleteDeletion(ctx, { ...RESTORED, user_id }))) throw new AppError('deletion_begun')
  // The schedule may have set the plan to end in between.
  await ctx.accountParts.plan.letPlanRenew(ctx, user, deletion)
  ctx.accountParts.runner.deferSync(ctx, user_id)
  tellSecurityEvent(ctx, user, RESTORED)
  return { plan: await planInWords(ctx, user_id) }
}

/** The mail says it too, so the page can do without. */
async function planInWords(ctx: Ctx, user_id: string): Promise<string[]> {
  try {
    return await ctx.accountParts.plan.planGoesOnInWords(ctx, user_id)
  } catch (error) {
    log('warn', 'stripe_unavailable', { what: 'plan_goes_on', message: error instanceof Error ? error.message : '' })
    return []
  }
}

async function whose(ctx: Ctx, token: string | undefined): Promise<{ user_id: string; state?: string }> {
  if (token !== undefined) return readEmailLink(ctx, 'undo_deletion', token)
  const pending = await readPendingDeletion(ctx)
  if (!pending) throw new AppError('not_signed_in')
  return pending
}
