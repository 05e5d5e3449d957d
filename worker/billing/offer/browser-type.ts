import type { Checkout } from '../../contract/billing/checkout.ts'

/** Which wallet a browser may have (§2.3): Apple Pay in Safari, Google Pay in Chrome and Chromium browsers. */
export function browserTypeOf(userAgent: string | null): Checkout['browser_type'] {
  const agent = userAgent ?? ''
  // On iOS, Chrome says CriOS and uses Safari's engine; Firefox says FxiOS.
  if (/FxiOS|Firefox/.test(agent)) return 'other'
  if (/CriOS/.test(agent)) return 'safari'
  if (/Chrome|Chromium/.test(agent)) return 'chrome'
  return /Safari/.test(agent) ? 'safari' : 'other'
}
