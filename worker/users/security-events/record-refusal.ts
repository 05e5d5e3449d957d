import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../db/users/security-events.ts'
import { logSecurityEvent } from './tell-security-event.ts'

type Refused = Omit<SecurityEvent, 'outcome'>

/**
 * Logs and records that something was refused. It is written after the answer, so that the time of an answer does not
 * say whether there is such an account.
 */
export function recordRefusal(ctx: Ctx, event: Refused): void {
  logSecurityEvent({ ...event, outcome: 'refused' })
  ctx.defer(insertRefusal(ctx, event))
}

async function insertRefusal(ctx: Ctx, event: Refused): Promise<void> {
  try {
    await recordSecurityEvent(ctx, { ...event, outcome: 'refused' })
  } catch (error) {
    log('error', 'security_event_not_recorded', { ...event, message: String(error) })
  }
}
