import type { Ctx } from '../context.ts'
import { log } from '../http/log.ts'
import { twilio } from './twilio.ts'

/** `to` is in E.164. */
export type Text = { to: string; body: string }

/** What became of a text. `refused`: not to this number; `failed`: the provider is away or does not know us. */
export type TextOutcome = 'accepted' | 'refused' | 'failed'

/** Who hands texts over to the phone networks. `send` never rejects. */
export type TextProvider = { send(text: Text): Promise<TextOutcome> }

/** The provider of the settings, or null where there is none; the log then says what is missing. */
export function textProvider({ settings, fetch }: Pick<Ctx, 'settings' | 'fetch'>): TextProvider | null {
  const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const missing = needed.filter((name) => settings[name] === '')
  if (missing.length === 0) return twilio(settings, fetch)
  log('error', 'texts_not_configured', { missing: missing.join(', ') })
  return null
}
