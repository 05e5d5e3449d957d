import type { Ctx } from '../../../system/context/context.ts'
import { RECOVERY_MAILS } from '../../../contract/accounts/second-factor.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import {
  leaseRecovery,
  noteRecoveryMail,
  readRecoveriesToMail,
  readRecoveryAddresses,
  RECOVERIES_AT_ONCE,
  type Recovery,
} from '../../../db/users/recoveries.ts'
import { log, stackOf } from '../../../system/log/log.ts'
import { sendMail } from '../../../messages/mail/send-mail.ts'
import { makeEmailLink } from '../email-links.ts'
import { recoveryMail } from './recovery-mail.ts'

/** Until then nobody else takes the row. */
const LEASE = 10 * MINUTE

/**
 * The schedule's task: mails the users whose waiting period has a mail that was due by `before` (ms). Returns whether more
 * are left. One that fails is logged and comes again later.
 */
export async function mailRecoveries(ctx: Ctx, before: number): Promise<boolean> {
  const due = await readRecoveriesToMail(ctx, before)
  for (const id of due) await mailRecovery(ctx, id, before)
  return due.length === RECOVERIES_AT_ONCE
}

/**
 * Sends the mail that is due, if nobody else does. It is noted after it was queued, so that a crash sends it twice rather
 * than never. Never throws.
 */
export async function mailRecovery(ctx: Ctx, id: string, before = ctx.now()): Promise<void> {
  try {
    const recovery = await leaseRecovery(ctx, id, { before, ms: LEASE })
    if (!recovery) return
    await tellAddresses(ctx, recovery)
    const mails_sent = recovery.mails_sent + 1
    const next = RECOVERY_MAILS[mails_sent]
    await noteRecoveryMail(ctx, id, { mails_sent, next_mail_at: next === undefined ? null : recovery.begun_at + next })
  } catch (error) {
    log('error', 'recovery_not_mailed', { id, message: String(error), stack: stackOf(error) })
  }
}

async function tellAddresses(ctx: Ctx, { id, user_id, due_at }: Recovery): Promise<void> {
  const told = await readRecoveryAddresses(ctx, user_id)
  if (!told) return
  for (const email of told.emails) {
    const link = await makeEmailLink(ctx, 'stop_recovery', { user_id, email, state: id })
    const { PRODUCT_NAME: product } = ctx.settings
    await sendMail(ctx, { id: user_id, email }, recoveryMail({ product, login: told.login, link, due_at }))
  }
}
