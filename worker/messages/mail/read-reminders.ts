import { readRemindersOf, readRemindersOfSession } from '../../db/messages/reminders-off.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Reminders } from '../../contract/messages/reminder-setting.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log.ts'
import { readUnsubscribeLink } from './unsubscribe-link.ts'

/**
 * Whether the user of a mail's link, or the signed-in user, gets reminders. Throws `invalid_link` (422),
 * `not_signed_in` (401), `not_found` (404) for a deleted account.
 */
export async function readReminders(ctx: Ctx, { token }: { token?: string }): Promise<Reminders> {
  const user = token === undefined ? await readOwn(ctx) : await readByLink(ctx, token)
  return { reminders: user.reminders_off_at === null }
}

async function readOwn(ctx: Ctx) {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const found = await readRemindersOfSession(ctx, { sessionHash, now: ctx.realNow() })
  const [signedIn] = found.signedIn
  const [user] = found.user
  if (!signedIn || !user) throw new AppError('not_signed_in')
  noteForLog(signedIn)
  return user
}

async function readByLink(ctx: Ctx, token: string) {
  const user = await readRemindersOf(ctx, await readUnsubscribeLink(ctx, token))
  if (!user) throw new AppError('not_found')
  return user
}
