import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import type { TextProvider } from './text-message.ts'
import { twilioProvider } from './twilio.ts'

/** The configured provider, or null. The log then says which setting is missing. */
export function chooseTextProvider({ settings, fetch }: Pick<Ctx, 'settings' | 'fetch'>): TextProvider | null {
  const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  const missing = needed.filter((name) => settings[name] === '')
  if (missing.length === 0) return twilioProvider(settings, fetch)
  log('error', 'texts_not_configured', { missing: missing.join(', ') })
  return null
}
