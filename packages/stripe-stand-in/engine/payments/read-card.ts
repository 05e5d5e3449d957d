import { cardByAlias, cardByNumber, type TestCard } from './stripe-test-cards.ts'
import { invalidRequest, missing, StripeApiError } from '../../store/stripe-api-error.ts'
import type { Key } from '../../http/api-key.ts'
import { hash, ignored, integer, text, type Input } from '../../http/params.ts'

const cardParams = {
  cvc: text,
  exp_month: integer,
  exp_year: integer,
  networks: ignored,
  number: text,
  token: text,
}
export const cardHash = hash(cardParams)

/** A card from a request: its number and expiry. */
export type GivenCard = { card: TestCard; exp_month: number; exp_year: number }

/** Reads a card number, which only pages may send, or a documented `tok_…`. */
export function readCard(input: Input<typeof cardParams>, key: Key, now: number): GivenCard {
  if (input.token !== undefined) return cardOfToken(input.token, now)
  if (input.number === undefined) throw invalidRequest('Missing required param: card[number].', missingNumber)
  if (key.kind === 'secret') throw rawNumber()
  const number = input.number.replaceAll(/[\s-]/g, '')
  const { exp_month = 0, exp_year = 0 } = input
  const year = exp_year < 100 ? 2000 + exp_year : exp_year
  const wrong = problem({ number, exp_month, exp_year: year, ...(input.cvc !== undefined && { cvc: input.cvc }) }, now)
  if (wrong) throw new StripeApiError(402, { type: 'card_error', ...wrong })
  const card = cardByNumber(number)
  if (!card) throw liveCard()
  return { card, exp_month, exp_year: year }
}

/** `visa` of `tok_visa`; the documentation prefixes some with the brand. */
export function cardOfAlias(alias: string): TestCard | undefined {
  return cardByAlias(alias) ?? cardByAlias(alias.replace(/^visa_/, ''))
}

/** Test tokens are valid for three more years. */
export function withoutNumber(card: TestCard, now: number): GivenCard {
  return { card, exp_month: 12, exp_year: new Date(now * 1000).getUTCFullYear() + 3 }
}

function cardOfToken(token: string, now: number): GivenCard {
  const card = token.startsWith('tok_') ? cardOfAlias(token.slice('tok_'.length)) : undefined
  if (!card) throw missing('token', token, 'card[token]')
  return withoutNumber(card, now)
}

type Typed = { number: string; exp_month: number; exp_year: number; cvc?: string }
type Problem = { code: string; message: string; param: string }

/** Stripe's error for an invalid card, before any bank is asked. */
function problem({ number, exp_month, exp_year, cvc }: Typed, now: number): Problem | null {
  const today = new Date(now * 1000)
  const months = (exp_year - today.getUTCFullYear()) * 12 + exp_month - 1 - today.getUTCMonth()
  if (!isLuhn(number)) return { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' }
  if (exp_month < 1 || exp_month > 12)
    return { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid.", param: 'exp_month' }
  if (months < 0 || exp_year > today.getUTCFullYear() + 50)
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid.", param: 'exp_year' }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    return { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' }
  return null
}

function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => total + weigh(Number(digit), index), 0)
  return sum % 10 === 0
}

function weigh(digit: number, index: number): number {
  const doubled = index % 2 === 0 ? digit : digit * 2
  return doubled > 9 ? doubled - 9 : doubled
}

const missingNumber = { code: 'parameter_missing', param: 'card[number]' }

function rawNumber() {
  return invalidRequest(
    'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
    { status: 402 },
  )
}

function liveCard() {
  return new StripeApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  })
}
