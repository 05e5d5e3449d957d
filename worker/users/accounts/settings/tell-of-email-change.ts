import type { Ctx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import {
  CHANGES_AT_ONCE,
  readChangesToMail,
  readEmailChange,
  setChangeMailDue,
} from '../../../db/users/email-changes.ts'
import { log } from '../../../system/log/log.ts'
import { makeEmailLink } from '../email-links.ts'
import { emailChangedMail, emailIsNewMail } from './email-change-mails.ts'

/** When the schedule tries again. */
const AGAIN = 15 * MINUTE

/**
 * Queues the mails to both addresses of a confirmed change, if they are still due. A second job has the same id, and
 * sends nothing. Never throws: what it could not queue is still due, and the schedule's.
 */
export async function tellOfEmailChange(ctx: Ctx, id: string): Promise<void> {
  try {
    await queueMails(ctx, id)
  } catch (error) {
    log('error', 'mail_not_queued', { template: 'email_changed', change: id, message: String(error) })
  }
}

/** The schedule's task: queues what requests should have queued by `before` (ms). Returns whether more are left. */
export async function tellOfDueEmailChanges(ctx: Ctx, before: number): Promise<boolean> {
  const due = await readChangesToMail(ctx, before)
  for (const id of due) {
    // One that fails comes again later, behind the others.
    await setChangeMailDue(ctx, id, ctx.now() + AGAIN)
    await tellOfEmailChange(ctx, id)
  }
  return due.length === CHANGES_AT_ONCE
}

async function queueMails(ctx: Ctx, id: string): Promise<void> {
  const found = await readEmailChange(ctx, id)
  if (!found || found.change.mail_due_at === null) return
  const { login, change } = found
  const { user_id, from_email: from, to_email: to } = change
  const product = ctx.settings.PRODUCT_NAME
  const link = await makeEmailLink(ctx, 'undo_email_change', { user_id, email: from, state: id })
  const job = { kind: 'mail' as const, user_id }
  await ctx.queue.send({ ...job, id: `job_${id}_old`, to: from, ...emailChangedMail({ product, login, link, to }) })
  await ctx.queue.send({ ...job, id: `job_${id}_new`, to, ...emailIsNewMail({ product, login, from }) })
  await setChangeMailDue(ctx, id, null)
}
