import type { Ctx } from '../../system/context/context.ts'
import { noteEventMails } from './due/note-event-mails.ts'
import { noteReminders } from './due/note-reminders.ts'
import { sendMoneyMails } from './send/send-money-mails.ts'

/** After an event of Stripe and its sync: notes the mails that it leads to, and sends all that its customer is owed. */
export async function mailAboutEvent(ctx: Ctx, event: { id: string; type: string }, customer: string): Promise<void> {
  await noteEventMails(ctx, event, customer)
  await sendMoneyMails(ctx, { customer })
}

/**
 * The schedule: reminders whose day has come, and mails that a crash or a failure left behind by `before` (ms). Returns
 * whether more are left.
 */
export async function mailOnSchedule(ctx: Ctx, before = ctx.now()): Promise<boolean> {
  await noteReminders(ctx)
  return sendMoneyMails(ctx, { before })
}
