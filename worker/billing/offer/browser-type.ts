import type { Checkout } from '../../contract/billing/checkout.ts'

/** Which wallet a browser may have (§2.3): Safari has Apple Pay, Chrome and what is built on it Google Pay. */
export function browserTypeOf(userAgent: string | null): Checkout['browser_type'] {
  const agent = userAgent ?? ''
  // Chrome on an iPhone says CriOS and is Safari inside; Firefox there says FxiOS.
  if (/FxiOS|Firefox/.test(agent)) return 'other'
  if (/CriOS/.test(agent)) return 'safari'
  if (/Chrome|Chromium/.test(agent)) return 'chrome'
  return /Safari/.test(agent) ? 'safari' : 'other'
}
