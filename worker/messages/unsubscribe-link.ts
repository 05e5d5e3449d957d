import { readToken, signToken } from '../secrets/signed-link.ts'
import type { Ctx } from '../context/context.ts'
import { UNSUBSCRIBE_PATH } from '../contract/messages/reminder-setting.ts'

/** The address that ends reminders for this user. It has no end and works again and again: so old a mail may be. */
export async function makeUnsubscribeLink(ctx: Ctx, user_id: string): Promise<string> {
  return `${ctx.settings.SITE_ORIGIN}${UNSUBSCRIBE_PATH}?token=${await signToken(ctx, 'unsubscribe', { sub: user_id })}`
}

/** Whose it is. Throws `invalid_link` (422): forged, or made for another purpose. */
export async function readUnsubscribeLink(ctx: Ctx, token: string): Promise<string> {
  const { sub = '' } = await readToken(ctx, 'unsubscribe', token, ['sub'])
  return sub
}

/** With these a mail program offers the way out by itself, in one press (RFC 8058). */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
