import { asc, eq, lte } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { log } from '../../../system/log/log.ts'
import { makeEmailLink } from '../email-links.ts'
import { emailChangedMail, emailIsNewMail } from './email-change-mails.ts'

/** After that the schedule takes over, and when it tries again. */
export const TELL_AFTER = 5 * MINUTE
const AGAIN = 15 * MINUTE
const CHANGES_AT_ONCE = 20

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
  const { id, mail_due_at } = email_changes
  const due = await ctx.db
    .select({ id })
    .from(email_changes)
    .where(lte(mail_due_at, before))
    .orderBy(asc(mail_due_at))
    .limit(CHANGES_AT_ONCE)
  for (const change of due) {
    // One that fails comes again later, behind the others.
    await setDue(ctx, change.id, ctx.now() + AGAIN)
    await tellOfEmailChange(ctx, change.id)
  }
  return due.length === CHANGES_AT_ONCE
}

async function queueMails(ctx: Ctx, id: string): Promise<void> {
  const [found] = await ctx.db
    .select({ change: email_changes, login: users.login })
    .from(email_changes)
    .innerJoin(users, eq(users.id, email_changes.user_id))
    .where(eq(email_changes.id, id))
  if (!found || found.change.mail_due_at === null) return
  const { login, change } = found
  const { user_id, from_email: from, to_email: to } = change
  const product = ctx.settings.PRODUCT_NAME
  const link = await makeEmailLink(ctx, 'undo_email_change', { user_id, email: from, state: id })
  const job = { kind: 'mail' as const, user_id }
  await ctx.queue.send({ ...job, id: `job_${id}_old`, to: from, ...emailChangedMail({ product, login, link, to }) })
  await ctx.queue.send({ ...job, id: `job_${id}_new`, to, ...emailIsNewMail({ product, login, from }) })
  await setDue(ctx, id, null)
}

async function setDue({ db }: DbCtx, id: string, mail_due_at: number | null): Promise<void> {
  await db.update(email_changes).set({ mail_due_at }).where(eq(email_changes.id, id))
}
