import type { Ctx } from '../../system/context/context.ts'
import type { Env } from '../../system/context/env.ts'
import type { MailJob } from '../../contract/jobs/jobs.ts'
import { loopHeader } from './loop-header.ts'
import { recordSent } from './record-sent.ts'
import { isSent } from '../../db/messages/sent-messages.ts'

/** Sends a queued mail once, even if the queue redelivers it. Throws if the mail service is unavailable. */
export async function deliverMail(ctx: Ctx, service: Env['EMAIL'], job: MailJob): Promise<void> {
  const { settings } = ctx
  if (await isSent(ctx, job.id)) return
  const { id, template, user_id, to, subject, text, html, headers } = job
  await service.send({
    to,
    from: settings.MAIL_FROM,
    subject,
    text,
    html,
    headers: { ...headers, ...loopHeader(settings) },
  })
  await recordSent(ctx, { id, channel: 'email', template, user_id, to })
}
