import type { Ctx } from '../../../system/context/context.ts'
import { DELETION_WAITS, type DeletionInput } from '../../../contract/accounts/account-deletion.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { insertDeletion } from '../../../db/users/account-deletions.ts'
import { invalidField } from '../../../system/errors/invalid-field.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'
import { workOnDeletion } from './work-on-deletions.ts'

/**
 * POST /api/account_deletion: deletes the account in seven days, and pauses it now. All its sessions end; plan and mail
 * follow at once, or with the schedule's next round. Repeating it changes nothing. Returns the day in ms. Throws
 * `not_signed_in` (401), `proof_required` (403), `invalid_input` (422) if the name is neither the address nor the user name.
 */
export async function requestDeletion(ctx: Ctx, { name, take_down }: DeletionInput): Promise<{ due_at: number }> {
  const user = await requireFreshProof(ctx)
  const typed = name.toLowerCase()
  if (typed !== user.email && typed !== user.login.toLowerCase())
    throw invalidField('name', SENTENCES.account_name_wrong)
  const due_at = ctx.now() + DELETION_WAITS
  const event = { kind: 'account_deleted', user_id: user.id, session_id: user.session_id } as const
  await insertDeletion(ctx, { due_at, take_down }, event)
  await ctx.accountParts.runner.stopRuns(ctx, user.id, [])
  ctx.defer(workOnDeletion(ctx, user.id))
  return { due_at }
}
