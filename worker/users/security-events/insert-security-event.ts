import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { deviceInWords } from '../../contract/accounts/device-name.ts'
import { isMailed, type EventOutcome, type SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { users } from '../../db/schema/accounts.ts'
import { security_events } from '../../db/schema/security.ts'
import { MAIL_AFTER } from './mail-security-events.ts'

export type SecurityEvent = {
  kind: SecurityEventKind
  /** `done` by default. */
  outcome?: EventOutcome
  user_id: string
  /** The session's public id; null where nobody is signed in. */
  session_id: string | null
}

/**
 * The statement that records an event, for the batch that makes the change, with whether it is to be mailed: so no crash
 * loses the mail. It writes nothing if there is no such user,
 * or if `when`, which may name columns of `users`, does not hold at its place in the batch.
 */
export function insertSecurityEvent(ctx: Ctx, event: SecurityEvent, when?: SQL) {
  const { kind, outcome = 'done', user_id, session_id } = event
  const now = ctx.now()
  const mailDue = outcome === 'done' && isMailed(kind) ? now + MAIL_AFTER : null
  return ctx.db.insert(security_events).select((query) =>
    query
      .select({
        id: sql<string>`${ctx.id('sec')}`.as('id'),
        user_id: users.id,
        kind: sql<SecurityEventKind>`${kind}`.as('kind'),
        outcome: sql<EventOutcome>`${outcome}`.as('outcome'),
        session_id: sql<string | null>`${session_id}`.as('session_id'),
        device: sql<string>`${deviceInWords(ctx.userAgent)}`.as('device'),
        country: sql<string | null>`${ctx.country}`.as('country'),
        created_at: sql<number>`${now}`.as('created_at'),
        mail_due_at: sql<number | null>`${mailDue}`.as('mail_due_at'),
      })
      .from(users)
      .where(and(eq(users.id, user_id), when)),
  )
}
