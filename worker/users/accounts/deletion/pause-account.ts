import type { Ctx } from '../../../system/context/context.ts'
import { waitForDeletion, type DeletionRow } from '../../../db/users/account-deletions.ts'
import { readUser } from '../../../db/users/users.ts'
import { makeEmailLink } from '../email-links.ts'
import { dayInMail } from '../../../messages/mail/mails.ts'
import { deletionMail, deletionMailId } from './deletion-mails.ts'

/**
 * Does what follows a deletion at once: the plan is set to end, and a mail says so, with the link that undoes it. If
 * the account came back meanwhile, its plan renews again. Can be repeated: a second mail has the same id.
 */
export async function pauseAccount(ctx: Ctx, deletion: DeletionRow): Promise<void> {
  const { user_id, due_at, requested_at } = deletion
  const user = await readUser(ctx, user_id)
  if (!user) return
  const { plan } = ctx.accountParts
  await plan.setPlanToEnd(ctx, user, deletion)
  const ending = await plan.endOfPlanInWords(ctx, user, deletion)
  const link = await makeEmailLink(ctx, 'undo_deletion', { user_id, email: user.email, state: String(requested_at) })
  const due = dayInMail(due_at, user.timezone)
  const mail = deletionMail({ product: ctx.settings.PRODUCT_NAME, login: user.login, link, due, ...ending })
  await ctx.queue.send({
    kind: 'mail',
    id: await deletionMailId('account_deletion', deletion),
    user_id,
    to: user.email,
    ...mail,
  })
  if (!(await waitForDeletion(ctx, deletion))) await plan.letPlanRenew(ctx, user, deletion)
}
