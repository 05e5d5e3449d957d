import type { Ctx } from '../../system/context/context.ts'
import type { Env } from '../../system/context/env.ts'
import type { MailJob } from '../../contract/jobs/jobs.ts'
import { FinalFailure } from '../../system/errors/final-failure.ts'
import { loopHeader } from './loop-header.ts'
import { recordSent } from './record-sent.ts'
import { isSent } from '../../db/messages/sent-messages.ts'

/** What the mail service says of a mail that it will never take, by Cloudflare's codes (docs/operate.md). */
const REFUSED = new Set([
  'E_CONTENT_TOO_LARGE',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_TOO_MANY_RECIPIENTS',
  'E_VALIDATION_ERROR',
])
const REFUSED_HEADERS = /^E_HEADERS?_/

/**
 * Sends a queued mail once, even if the queue redelivers it. Throws if the mail service is unavailable, and
 * `FinalFailure` if it will never take this mail.
 */
export async function deliverMail(ctx: Ctx, service: Env['EMAIL'], job: MailJob): Promise<void> {
  const { settings } = ctx
  if (await isSent(ctx, job.id)) return
  const { id, template, user_id, to, subject, text, html, headers } = job
  const mail = { to, from: settings.MAIL_FROM, subject, text, html }
  try {
    await service.send({ ...mail, headers: { ...headers, ...loopHeader(settings) } })
  } catch (error) {
    const code: unknown = error instanceof Error && Reflect.get(error, 'code')
    if (typeof code !== 'string' || !(REFUSED.has(code) || REFUSED_HEADERS.test(code))) throw error
    throw new FinalFailure(`The mail service refused it: ${code}.`, { cause: error })
  }
  await recordSent(ctx, { id, channel: 'email', template, user_id, to })
}
