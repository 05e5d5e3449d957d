import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'

export type CardBrand = StripeCardElementChangeEvent['brand']

type Scheme = { brand: CardBrand; prefix: RegExp; lengths: readonly number[]; groups: readonly number[]; cvc: number }

const FOURS = [4, 4, 4, 4, 4]

const SCHEMES: readonly Scheme[] = [
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { brand: 'diners', prefix: /^36/, lengths: [14], groups: [4, 6, 4], cvc: 3 },
  { brand: 'diners', prefix: /^3(0[0-5]|[89])/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'jcb', prefix: /^35(2[89]|[3-8])/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16], groups: FOURS, cvc: 3 },
  { brand: 'unionpay', prefix: /^62/, lengths: [16, 17, 18, 19], groups: FOURS, cvc: 3 },
  {
    brand: 'mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvc: 3,
  },
  { brand: 'visa', prefix: /^4/, lengths: [16], groups: FOURS, cvc: 3 },
]

/** An unknown brand; its security code may have either length. */
const UNKNOWN: Scheme = { brand: 'unknown', prefix: /^/, lengths: [16], groups: FOURS, cvc: 4 }

function schemeOf(digits: string): Scheme {
  return SCHEMES.find(({ prefix }) => prefix.test(digits)) ?? UNKNOWN
}

export function brandOf(digits: string): CardBrand {
  return schemeOf(digits).brand
}

export function securityCodeLength(digits: string): number {
  return schemeOf(digits).cvc
}

/** The digits of typed or pasted text, at most as many as the card can have. */
export function numberDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return digits.slice(0, Math.max(...schemeOf(digits).lengths))
}

/** As it is printed on the card. */
export function groupDigits(digits: string): string {
  const groups: string[] = []
  let at = 0
  for (const length of schemeOf(digits).groups) {
    if (at < digits.length) groups.push(digits.slice(at, at + length))
    at += length
  }
  return groups.join(' ')
}

export function numberProblem(digits: string): 'incomplete_number' | 'invalid_number' | undefined {
  const { lengths } = schemeOf(digits)
  if (digits.length < Math.min(...lengths)) return 'incomplete_number'
  if (lengths.includes(digits.length) && passesLuhn(digits)) return undefined
  return digits.length < Math.max(...lengths) ? 'incomplete_number' : 'invalid_number'
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (1 + (index % 2)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
