import { and, asc, eq, gte, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { isMailed } from '../../contract/accounts/security-events.ts'
import { isFormerUser } from '../../contract/accounts/former-author.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { security_events } from '../../db/schema/security.ts'
import { log } from '../../system/log/log.ts'
import { securityMail } from '../../messages/mail/security-mails.ts'

/** After that the schedule takes over, and when it tries again. */
export const MAIL_AFTER = 5 * MINUTE
const AGAIN = 15 * MINUTE
const MAILS_AT_ONCE = 20

/**
 * Queues the mails about what has just been recorded for a user. Never throws: what it could not queue is still due,
 * and the schedule's.
 */
export async function mailNewEvents(ctx: Ctx, user_id: string): Promise<void> {
  const { created_at, mail_due_at } = security_events
  const isNew = and(eq(security_events.user_id, user_id), gte(created_at, ctx.now() - MINUTE), isNotNull(mail_due_at))
  try {
    for (const due of await readDue(ctx, isNew)) await mailEvent(ctx, due)
  } catch (error) {
    log('error', 'mail_not_queued', { template: 'security_event', user_id, message: String(error) })
  }
}

/** The schedule's task: queues the mails that requests should have queued by `before` (ms). Returns whether more are left. */
export async function mailDueEvents(ctx: Ctx, before: number): Promise<boolean> {
  const rows = await readDue(ctx, lte(security_events.mail_due_at, before))
  for (const due of rows) {
    // One that fails comes again later, behind the others.
    await setDue(ctx, due.event.id, ctx.now() + AGAIN)
    await mailEvent(ctx, due).catch((error: unknown) =>
      log('error', 'mail_not_queued', {
        template: 'security_event',
        user_id: due.event.user_id,
        message: String(error),
      }),
    )
  }
  return rows.length === MAILS_AT_ONCE
}

type DueMail = Awaited<ReturnType<typeof readDue>>[number]

function readDue({ db }: DbCtx, which: SQL | undefined) {
  return db
    .select({ event: security_events, user: { email: users.email, login: users.login } })
    .from(security_events)
    .leftJoin(users, eq(users.id, security_events.user_id))
    .where(which)
    .orderBy(asc(security_events.mail_due_at))
    .limit(MAILS_AT_ONCE)
}

/** A second job has the same id, and sends nothing. A deleted account is not written to. */
async function mailEvent(ctx: Ctx, { event, user }: DueMail): Promise<void> {
  const { id, user_id, kind } = event
  if (user && !isFormerUser(user) && isMailed(kind)) {
    const more = kind === 'account_restored' ? await ctx.accountParts.plan.planGoesOnInWords(ctx, user_id) : []
    const mail = securityMail(ctx.settings, user, { ...event, kind }, more)
    await ctx.queue.send({ kind: 'mail', id: `job_${id}`, user_id, to: user.email, ...mail })
  }
  await setDue(ctx, id, null)
}

async function setDue({ db }: DbCtx, id: string, mail_due_at: number | null): Promise<void> {
  await db.update(security_events).set({ mail_due_at }).where(eq(security_events.id, id))
}
