import { assert, oneof, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { appLinkInput } from './app-link-input.ts'
import { PHONE_NUMBER_EXAMPLE, PHONE_NUMBER_INVALID, phoneNumber } from './app-link.ts'

// §5-12
test.each(['4155550123', '415-555-0123', '415.555.0123', '415 555 0123', '(415) 555-0123', '(415)555-0123'])(
  'accepts 3-3-4 digit groups with dashes, dots, spaces, parentheses: %s',
  (typed) => expect(phoneNumber(typed)).toBe('+14155550123'),
)

// §5-12
test.each([
  ['1 415 555 0123', '+14155550123'],
  ['+1 (415) 555-0123', '+14155550123'],
  ['+44 791 112 3456', '+447911123456'],
  ['353-861-234-5678', '+3538612345678'],
])('accepts a country code of one to three digits: %s', (typed, number) => {
  expect(phoneNumber(typed)).toBe(number)
})

// §5-12
test.each(['415-555-0123x9', '415-555-0123 x4567', '415 555 0123 X12'])(
  'accepts and ignores an extension that starts with x: %s',
  (typed) => expect(phoneNumber(typed)).toBe('+14155550123'),
)

// §5-12
test.each([
  '',
  '   ',
  '555-0123',
  '415-555-012',
  '415-555-01234x',
  '4444 415 555 0123',
  '415/555/0123',
  '415-555-0123 ext 4',
  '415-555-0123x',
  '415-5a5-0123',
  '+',
  'x'.repeat(65),
  '١٢٣٤٥٦٧٨٩٠',
])('refuses text that is not a phone number: %j', (typed) => expect(phoneNumber(typed)).toBeNull())

test.each([
  ['\u{202a}+1 415 555 0123\u{202c}', 'marks of direction, as address books copy them'],
  ['415\u{2011}555\u{2011}0123', 'dashes that do not break'],
  ['415\u{a0}555\u{a0}0123', 'spaces that do not break'],
  ['４１５ ５５５ ０１２３', 'wide digits'],
  ['  415 555 0123\n', 'space around it'],
])('understands %j: %s', (typed) => expect(phoneNumber(typed)).toBe('+14155550123'))

test("the hint's example fits the rule", () => expect(phoneNumber(PHONE_NUMBER_EXAMPLE)).not.toBeNull())

test('any typed text gives a plain number or nothing, fast', () => {
  const typed = oneof(string({ maxLength: 200 }), stringMatching(/^[-+. ()x\d]{0,200}$/))
  assert(property(typed, (text) => /^\+\d{11,13}$/.test(phoneNumber(text) ?? '+14155550123')))
})

// §5-16
test('the server applies the same rule with the same words', () => {
  const given = { applet_type: 'ios', for_applet: true }
  expect(appLinkInput.parse({ ...given, phone_number: '(415) 555-0123' }).phone_number).toBe('+14155550123')
  for (const phone_number of ['555-0123', 4155550123, null]) {
    const { error } = appLinkInput.safeParse({ ...given, phone_number })
    expect(error?.issues).toMatchObject([{ path: ['phone_number'], message: PHONE_NUMBER_INVALID }])
  }
})
