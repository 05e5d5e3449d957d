import { readToken, signToken } from '../../system/secrets/signed-link.ts'
import type { ClockCtx, SettingsCtx } from '../../system/context/context.ts'
import { UNSUBSCRIBE_PATH } from '../../contract/messages/reminder-setting.ts'

/** The address that turns off this user's reminders. It never expires, because mails stay in mailboxes for years. */
export async function makeUnsubscribeLink(ctx: ClockCtx & SettingsCtx, user_id: string): Promise<string> {
  return `${ctx.settings.SITE_ORIGIN}${UNSUBSCRIBE_PATH}?token=${await signToken(ctx, 'unsubscribe', { sub: user_id })}`
}

/** The user of the link. Throws `invalid_link` (422) if it is forged or for another purpose. */
export async function readUnsubscribeLink(ctx: ClockCtx & SettingsCtx, token: string): Promise<string> {
  const { sub = '' } = await readToken(ctx, 'unsubscribe', token, ['sub'])
  return sub
}

/** These headers let a mail program offer a one-press unsubscribe (RFC 8058). */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
