import type { Ctx } from '../../../system/context/context.ts'
import type { MoneyMailKind } from '../../../contract/billing/money-mail.ts'
import { log } from '../../../system/log/log.ts'
import { renderMail } from '../../../messages/mail/mails.ts'
import type { Draft, Material } from './mail-material.ts'
import { writeFailedPayment, writeReceipt, writeRefund } from './write-invoice-mails.ts'
import { writePlanChange } from './write-change-mails.ts'
import { writeCancellation, writeCardExpiring, writeRenewal, writeTrialEnding } from './write-plan-mails.ts'
import { readOwedMails, takeMail, updateMail, type Owed } from '../../../db/billing/noted-money-mails.ts'

const WRITERS: Record<MoneyMailKind, (given: Material) => Promise<Draft>> = {
  receipt: writeReceipt,
  payment_failed: writeFailedPayment,
  trial_ending: writeTrialEnding,
  renewal: writeRenewal,
  plan_changed: writePlanChange,
  canceled: writeCancellation,
  card_expiring: writeCardExpiring,
  refunded: writeRefund,
}

const MAILS_AT_ONCE = 50

/**
 * Queues the mails that are noted. A mail that fails stays for the next run, behind the others. The job has the row's
 * id, so that a mail that was queued before a crash is recognized. Returns whether more are left.
 */
export async function sendMoneyMails(ctx: Ctx, owed: Owed): Promise<boolean> {
  if (!ctx.settings.STRIPE_SECRET_KEY) return false
  const noted = await readOwedMails(ctx, owed, MAILS_AT_ONCE)
  for (const open of noted) {
    try {
      if (await takeMail(ctx, open.row)) await sendOne({ ...open, ctx, stripe: await ctx.stripe() })
    } catch (error) {
      log('error', 'money_mail_failed', { mail: open.row.id, mail_kind: open.row.kind, message: String(error) })
    }
  }
  return noted.length === MAILS_AT_ONCE
}

async function sendOne(given: Material): Promise<void> {
  const { ctx, row, user } = given
  const draft = await WRITERS[row.kind](given)
  if (draft === 'wait') return updateMail(ctx, row, { leased_until: ctx.now() })
  if (typeof draft === 'string') return updateMail(ctx, row, { outcome: draft })
  const mail = renderMail(row.kind, draft.subject, [`Hi ${user.login},`, ...draft.parts])
  await ctx.queue.send({ kind: 'mail', id: row.id, user_id: user.id, to: user.email, ...mail })
  await updateMail(ctx, row, { outcome: 'queued' })
}
