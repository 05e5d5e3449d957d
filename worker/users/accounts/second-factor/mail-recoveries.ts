import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { RECOVERY_MAILS } from '../../../contract/accounts/second-factor.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { takeLease } from '../../../db/lease.ts'
import { email_changes } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { log, stackOf } from '../../../system/log/log.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { makeEmailLink } from '../email-links.ts'
import { recoveryMail } from './recovery-mail.ts'

/** Each takes a few statements, and D1 takes 1,000 of an invocation. */
const AT_ONCE = 50
/** Until then nobody else takes the row. */
const LEASE = 10 * MINUTE

/**
 * The schedule's task: mails the users whose waiting period has a mail that was due by `before` (ms). Returns whether more
 * are left. One that fails is logged and comes again later.
 */
export async function mailRecoveries(ctx: Ctx, before: number): Promise<boolean> {
  const { id, next_mail_at } = second_factor_recoveries
  const due = await ctx.db
    .select({ id })
    .from(second_factor_recoveries)
    .where(isDue(before))
    .orderBy(asc(next_mail_at))
    .limit(AT_ONCE)
  for (const row of due) await mailRecovery(ctx, row.id, before)
  return due.length === AT_ONCE
}

/**
 * Sends the mail that is due, if nobody else does. It is noted after it was queued, so that a crash sends it twice rather
 * than never. Never throws.
 */
export async function mailRecovery(ctx: Ctx, id: string, before = ctx.now()): Promise<void> {
  try {
    const where = and(eq(second_factor_recoveries.id, id), isDue(before))
    const recovery = await takeLease(ctx, second_factor_recoveries, 'next_mail_at', { ms: LEASE, where })
    if (!recovery) return
    await tellAddresses(ctx, recovery)
    const mails_sent = recovery.mails_sent + 1
    const next = RECOVERY_MAILS[mails_sent]
    await ctx.db
      .update(second_factor_recoveries)
      .set({ mails_sent, next_mail_at: next === undefined ? null : recovery.begun_at + next })
      .where(eq(second_factor_recoveries.id, id))
  } catch (error) {
    log('error', 'recovery_not_mailed', { id, message: String(error), stack: stackOf(error) })
  }
}

type Recovery = typeof second_factor_recoveries.$inferSelect

function isDue(before: number) {
  const { next_mail_at } = second_factor_recoveries
  return and(isNotNull(next_mail_at), lte(next_mail_at, before))
}

/**
 * An address that was changed within seven days still belongs to its user, who may have lost it to somebody else: it gets
 * the mail too.
 */
async function tellAddresses(ctx: Ctx, { id, user_id, due_at }: Recovery): Promise<void> {
  const { confirmed_at, expires_at, from_email } = email_changes
  const [[user], earlier] = await ctx.db.batch([
    ctx.db.select({ id: users.id, email: users.email, login: users.login }).from(users).where(eq(users.id, user_id)),
    ctx.db
      .select({ email: from_email })
      .from(email_changes)
      .where(and(eq(email_changes.user_id, user_id), isNotNull(confirmed_at), gt(expires_at, ctx.now()))),
  ])
  if (!user) return
  for (const email of new Set([user.email, ...earlier.map((each) => each.email)])) {
    const link = await makeEmailLink(ctx, 'stop_recovery', { user_id, email, state: id })
    const { PRODUCT_NAME: product } = ctx.settings
    await sendMail(ctx, { id: user_id, email }, recoveryMail({ product, login: user.login, link, due_at }))
  }
}
