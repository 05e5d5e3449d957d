import { expect, test } from 'vitest'
import { expiryDigits, printExpiry } from './card-expiry.ts'
import { brandOf, groupDigits, numberDigits, numberProblem } from './card-number.ts'
import { describeCard, EMPTY_CARD, reduceCard } from './card-state.ts'
import type { CardEvent, CardState } from './card-state.ts'

const TODAY = new Date('2026-11-21T12:00:00Z')

function after(...events: CardEvent[]): CardState {
  return events.reduce(reduceCard, EMPTY_CARD)
}

const typed = (field: 'number' | 'expiry' | 'cvc', text: string): CardEvent => ({ type: 'typed', field, text })

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555 5555 5555 4444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['36227206271667', 'diners', '3622 720627 1667'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
])('recognizes %s as %s and formats it as printed', (text, brand, printed) => {
  const digits = numberDigits(text)
  expect([brandOf(digits), groupDigits(digits), numberProblem(digits)]).toEqual([brand, printed, undefined])
})

test('takes no more digits than the card can have', () => {
  expect(numberDigits('4242 4242 4242 4242 9')).toBe('4242424242424242')
  expect(numberDigits('3782822463100059')).toBe('378282246310005')
})

test.each([
  ['5', '05 / '],
  ['13', '01 / 3'],
  ['1', '1'],
  ['1228', '12 / 28'],
  ['5/28', '05 / 28'],
  ['05/2028', '05 / 28'],
  ['00', '0'],
])('reads an expiry of %s as %s', (text, printed) => {
  expect(printExpiry(expiryDigits(text))).toBe(printed)
})

test('deletes through the separator of an expiry', () => {
  expect(printExpiry(expiryDigits('05 /'), true)).toBe('05')
})

test.each([
  ['number', '4242424242424241', 'invalid_number', 'Your card number is invalid.'],
  ['expiry', '1225', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['expiry', '1026', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['expiry', '1277', 'invalid_expiry_year', "Your card's expiration year is invalid."],
] as const)('reports a wrong %s, %s, at once', (field, text, code, message) => {
  expect(describeCard(after(typed(field, text)), TODAY).error).toEqual({ type: 'validation_error', code, message })
})

test.each([
  ['number', '4242', 'incomplete_number', 'Your card number is incomplete.'],
  ['expiry', '12', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['cvc', '1', 'incomplete_cvc', "Your card's security code is incomplete."],
] as const)('reports an unfinished %s on blur, until it is edited', (field, text, code, message) => {
  const unfinished = typed(field, text)
  expect(describeCard(after(unfinished), TODAY).error).toBeUndefined()
  const left = after(unfinished, { type: 'left', field })
  expect(describeCard(left, TODAY).error).toEqual({ type: 'validation_error', code, message })
  expect(describeCard(reduceCard(left, typed(field, `${text}2`)), TODAY).error).toBeUndefined()
})

test('reports an empty field only when the card is used', () => {
  expect(describeCard(after({ type: 'left', field: 'number' }), TODAY).error).toBeUndefined()
  expect(describeCard(after({ type: 'submitted' }), TODAY).error?.code).toBe('incomplete_number')
})

test('takes four digits as American Express security code', () => {
  const amex = after(typed('number', '378282246310005'))
  const withCode = (text: string) => reduceCard(reduceCard(amex, typed('expiry', '1226')), typed('cvc', text))
  expect(describeCard(withCode('123'), TODAY).complete).toBe(false)
  expect(describeCard(withCode('12345'), TODAY).complete).toBe(true)
})
