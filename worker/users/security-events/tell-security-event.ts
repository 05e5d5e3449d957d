import type { Ctx } from '../../system/context/context.ts'
import { isMailed } from '../../contract/accounts/security-events.ts'
import { log } from '../../system/log/log.ts'
import type { SecurityEvent } from '../../db/users/security-events.ts'
import { mailNewEvents } from './mail-security-events.ts'

/**
 * After the batch with `insertSecurityEvent`: logs who did what, and mails the user where SECURITY_EVENTS says so. The
 * mail is queued after the answer; if that fails, by the schedule.
 */
export function tellSecurityEvent(ctx: Ctx, user: { id: string }, event: Omit<SecurityEvent, 'user_id'>): void {
  const { kind, outcome = 'done' } = event
  logSecurityEvent({ ...event, user_id: user.id })
  if (outcome === 'done' && isMailed(kind)) ctx.defer(mailNewEvents(ctx, user.id))
}

/** Logs what a user did, or was refused: ids only. */
export function logSecurityEvent({ kind, outcome = 'done', user_id, session_id }: SecurityEvent): void {
  log('info', 'security_event', { kind, outcome, user_id, session_id })
}
