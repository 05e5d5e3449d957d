import type { Ctx } from '../../system/context/context.ts'
import { isMailed, UNNAMED_DRAFT, type MailedEventKind } from '../../contract/accounts/security-events.ts'
import { isFormerUser } from '../../contract/accounts/former-author.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import {
  EVENT_MAILS_AT_ONCE,
  readMailsOfDueEvents,
  readMailsOfNewEvents,
  setEventMailDue,
  type DueEventMail,
} from '../../db/users/security-events.ts'
import { readEarlierWork } from '../../db/users/earlier-work.ts'
import { log } from '../../system/log/log.ts'
import { securityMail } from '../../messages/mail/security-mails.ts'

/** When the schedule tries again. */
const AGAIN = 15 * MINUTE

/**
 * Queues the mails about what has just been recorded for a user. Never throws: what it could not queue is still due,
 * and the schedule's.
 */
export async function mailNewEvents(ctx: Ctx, user_id: string): Promise<void> {
  try {
    for (const due of await readMailsOfNewEvents(ctx, user_id)) await mailEvent(ctx, due)
  } catch (error) {
    log('error', 'mail_not_queued', { template: 'security_event', user_id, message: String(error) })
  }
}

/** The schedule's task: queues the mails that requests should have queued by `before` (ms). Returns whether more are left. */
export async function mailDueEvents(ctx: Ctx, before: number): Promise<boolean> {
  const rows = await readMailsOfDueEvents(ctx, before)
  for (const due of rows) {
    // One that fails comes again later, behind the others.
    await setEventMailDue(ctx, due.event.id, ctx.now() + AGAIN)
    await mailEvent(ctx, due).catch((error: unknown) =>
      log('error', 'mail_not_queued', {
        template: 'security_event',
        user_id: due.event.user_id,
        message: String(error),
      }),
    )
  }
  return rows.length === EVENT_MAILS_AT_ONCE
}

/** A second job has the same id, and sends nothing. A deleted account is not written to. */
async function mailEvent(ctx: Ctx, { event, user }: DueEventMail): Promise<void> {
  const { id, user_id, kind } = event
  if (user && !isFormerUser(user) && isMailed(kind)) {
    const mail = securityMail(ctx.settings, user, { ...event, kind }, await consequences(ctx, { ...event, kind }))
    await ctx.queue.send({ kind: 'mail', id: `job_${id}`, user_id, to: user.email, ...mail })
  }
  await setEventMailDue(ctx, id, null)
}

type Mailed = { kind: MailedEventKind; user_id: string }

/** What follows from an event, in sentences. */
async function consequences(ctx: Ctx, { kind, user_id }: Mailed): Promise<string[]> {
  if (kind === 'account_restored') return ctx.accountParts.plan.planGoesOnInWords(ctx, user_id)
  if (kind !== 'password_reset') return []
  const { applets, drafts } = await readEarlierWork(ctx, user_id)
  if (applets.length + drafts.length === 0) return []
  const quoted = (work: readonly { name: string | null }[]) =>
    work.map(({ name }) => `“${name ?? UNNAMED_DRAFT}”`).join(', ')
  return [
    'Nobody had confirmed your address before, so somebody else may have used this account. Its earlier sessions have ended, its Applets are off, and its connections are gone. These were made before. If you do not know them, delete them. Your profile lists them until you have looked through them:',
    ...(applets.length > 0 ? [`Applets: ${quoted(applets)}`] : []),
    ...(drafts.length > 0 ? [`Drafts: ${quoted(drafts)}`] : []),
  ]
}
