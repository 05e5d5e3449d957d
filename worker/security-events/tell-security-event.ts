import type { Ctx } from '../context/context.ts'
import { isMailed, type MailedEventKind } from '../contract/accounts/security-events.ts'
import { log } from '../log/log.ts'
import { securityMail } from '../messages/security-mails.ts'
import { sendMail } from '../messages/send-mail.ts'
import type { SecurityEvent } from './insert-security-event.ts'

/** Who is mailed. `email` is the address that hears of it: after a change of address both do. */
type ToldUser = { id: string; email: string; login: string }

/**
 * After the batch with `insertSecurityEvent`: logs who did what, and mails the user where SECURITY_EVENTS says so. The
 * mail is queued after the answer.
 */
export function tellSecurityEvent(ctx: Ctx, user: ToldUser, event: Omit<SecurityEvent, 'user_id'>): void {
  const { kind, outcome = 'done', session_id } = event
  logSecurityEvent({ ...event, user_id: user.id })
  if (outcome === 'done' && isMailed(kind)) ctx.defer(mail(ctx, user, kind, session_id))
}

/** Logs what a user did, or was refused: ids only. */
export function logSecurityEvent({ kind, outcome = 'done', user_id, session_id }: SecurityEvent): void {
  log('info', 'security_event', { kind, outcome, user_id, session_id })
}

async function mail(ctx: Ctx, user: ToldUser, kind: MailedEventKind, session_id: string | null): Promise<void> {
  try {
    await sendMail(ctx, user, securityMail(ctx, user, kind))
  } catch (error) {
    log('error', 'mail_not_queued', { template: kind, user_id: user.id, session_id, message: String(error) })
  }
}
