import { requireUser } from '../../system/context/require-user.ts'
import { setRemindersOf } from '../../db/messages/reminders-off.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Reminders } from '../../contract/messages/reminder-setting.ts'
import { readUnsubscribeLink } from './unsubscribe-link.ts'

/**
 * Turns reminders off or on for the user of a mail's link, or for the signed-in user. Repeating it, or a deleted
 * account, changes nothing. Throws `invalid_link` (422), `not_signed_in` (401).
 */
export async function setReminders(ctx: Ctx, { token, reminders }: Reminders & { token?: string }): Promise<Reminders> {
  const id = token === undefined ? (await requireUser(ctx)).id : await readUnsubscribeLink(ctx, token)
  await setRemindersOf(ctx, id, reminders)
  return { reminders }
}
