import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/mobile/metadata'
import { expect, test } from 'vitest'
import { MOBILE_NUMBERS } from '../../../worker/contract/messages/mobile-numbers.data.ts'
import { isTextRecipient } from '../../../worker/messages/texts/text-recipient.ts'
import { Dice } from '../../../worker/testing/dice.ts'
import { seed } from '../../test/vitest/long-runs.ts'
import { mobilePatterns } from './mobile-patterns.ts'

const NUMBERS = 20_000
const KNOWN = Object.keys(MOBILE_NUMBERS)

function isMobileToLibrary(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number, metadata)
  return parsed?.number === number && parsed.getType() === 'MOBILE' && KNOWN.includes(parsed.countryCallingCode)
}

test('the Worker and the library agree on 20,000 numbers', () => {
  const dice = new Dice(seed)
  const aNumber = () => `+${dice.oneOf([...KNOWN, '7', '53', '882'])}${dice.below(10 ** (7 + dice.below(4)))}`
  const numbers = Array.from({ length: NUMBERS }, aNumber).filter((number) => !/^\+1\d{3}976/.test(number))
  const mobile = numbers.filter(isMobileToLibrary)
  expect(mobile.length).toBeGreaterThan(NUMBERS / 100)
  expect(numbers.filter((number) => isTextRecipient(number, KNOWN))).toEqual(mobile)
})

test("the checked-in patterns are the library's", () => expect(MOBILE_NUMBERS).toEqual(mobilePatterns()))
