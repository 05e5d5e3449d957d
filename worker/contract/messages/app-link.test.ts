import { assert, oneof, property, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { appLinkInput } from './app-link-input.ts'
import { PHONE_NUMBER_EXAMPLE, PHONE_NUMBER_INVALID, phoneNumber } from './app-link.ts'

// §5-13 §5-14
test.each(['4155550123', '415-555-0123', '415.555.0123', '415 555 0123', '(415) 555-0123', '(415)555-0123'])(
  'groups of 3, 3 and 4 digits may be parted by dash, dot, space and parentheses: %s (§5)',
  (typed) => expect(phoneNumber(typed)).toBe('+14155550123'),
)

// §5-12
test.each([
  ['1 415 555 0123', '+14155550123'],
  ['+1 (415) 555-0123', '+14155550123'],
  ['+44 791 112 3456', '+447911123456'],
  ['353-861-234-5678', '+3538612345678'],
])('a country code of one to three digits may come first: %s (§5)', (typed, number) => {
  expect(phoneNumber(typed)).toBe(number)
})

// §5-15
test.each(['415-555-0123x9', '415-555-0123 x4567', '415 555 0123 X12'])(
  'an extension that starts with x is allowed, and no text reaches one: %s (§5)',
  (typed) => expect(phoneNumber(typed)).toBe('+14155550123'),
)

// §5-13
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
])('what does not fit is no number: %j (§5)', (typed) => expect(phoneNumber(typed)).toBeNull())

test.each([
  ['\u{202a}+1 415 555 0123\u{202c}', 'marks of direction, as address books copy them'],
  ['415\u{2011}555\u{2011}0123', 'dashes that do not break'],
  ['415\u{a0}555\u{a0}0123', 'spaces that do not break'],
  ['４１５ ５５５ ０１２３', 'wide digits'],
  ['  415 555 0123\n', 'space around it'],
])('%j is understood: %s', (typed) => expect(phoneNumber(typed)).toBe('+14155550123'))

test('the example of the hint fits the rule', () => expect(phoneNumber(PHONE_NUMBER_EXAMPLE)).not.toBeNull())

test('whatever is typed, the answer is a plain number or nothing, at once', () => {
  const typed = oneof(string({ maxLength: 200 }), stringMatching(/^[-+. ()x\d]{0,200}$/))
  assert(property(typed, (text) => /^\+\d{11,13}$/.test(phoneNumber(text) ?? '+14155550123')))
})

// §5-16
test('the server holds a number to the same rule, in the same words (§5)', () => {
  const given = { applet_type: 'ios', for_applet: true }
  expect(appLinkInput.parse({ ...given, phone_number: '(415) 555-0123' }).phone_number).toBe('+14155550123')
  for (const phone_number of ['555-0123', 4155550123, null]) {
    const { error } = appLinkInput.safeParse({ ...given, phone_number })
    expect(error?.issues).toMatchObject([{ path: ['phone_number'], message: PHONE_NUMBER_INVALID }])
  }
})
