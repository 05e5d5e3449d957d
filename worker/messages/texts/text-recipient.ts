import { MOBILE_NUMBERS } from '../../contract/messages/mobile-numbers.data.ts'

/** Exchanges of North America that bill the caller: a known way to steal money through a form like ours. */
const PREMIUM = /^\+1\d{3}976/
/** Of an island under 1. */
const AREA_CODE = /(?<=^1)\d+/

/**
 * Whether we text this E.164 number: a mobile number of one of these countries. `countries`: calling codes, and of islands
 * under 1 with their area code. Where a country's mobile numbers look like its others, both are.
 */
export function isTextRecipient(number: string, countries: readonly string[]): boolean {
  if (PREMIUM.test(number)) return false
  return countries.some(
    (code) =>
      number.startsWith(`+${code}`) &&
      new RegExp(`^\\+${code.replace(AREA_CODE, '')}(?:${MOBILE_NUMBERS[code]})$`).test(number),
  )
}
