import { MOBILE_NUMBERS } from '../../contract/messages/mobile-numbers.data.ts'

/** Exchanges of North America that bill the caller: a known way to steal money through a form like ours. */
const PREMIUM = /^\+1\d{3}976/

/**
 * Whether we text this E.164 number: a mobile number of one of these countries. `countries`: calling codes. Where a
 * country's mobile numbers look like its others, both are.
 */
export function isTextRecipient(number: string, countries: readonly string[]): boolean {
  if (PREMIUM.test(number)) return false
  return countries.some((code) => new RegExp(`^\\+${code}(?:${MOBILE_NUMBERS[code]})$`).test(number))
}
