import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { expiryDigits, expiryProblem } from './card-expiry.ts'
import type { ExpiryProblem } from './card-expiry.ts'
import { brandOf, numberDigits, numberProblem, securityCodeLength } from './card-number.ts'

/** In the order of display, of filling and of error messages. */
export const FIELDS = ['number', 'expiry', 'cvc'] as const
export type CardInputName = (typeof FIELDS)[number]

/** `values` are digits only; `left` lists the incomplete fields that lost the focus. */
export type CardState = {
  values: Record<CardInputName, string>
  left: readonly CardInputName[]
}

export const EMPTY_CARD: CardState = {
  values: { number: '', expiry: '', cvc: '' },
  left: [],
}

type CardProblem = 'incomplete_number' | 'invalid_number' | ExpiryProblem | 'incomplete_cvc'

/** Stripe's own sentences. */
const SENTENCES: Record<CardProblem, string> = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
}

export type CardEvent =
  | { type: 'typed'; field: CardInputName; text: string }
  | { type: 'left'; field: CardInputName }
  | { type: 'submitted' }

export function reduceCard(state: CardState, event: CardEvent): CardState {
  switch (event.type) {
    case 'typed': {
      const values = { ...state.values, [event.field]: digitsOf(state, event.field, event.text) }
      // Shows no error for a field while it is being edited.
      return { ...state, values, left: state.left.filter((field) => field !== event.field) }
    }
    case 'left':
      return state.values[event.field] === '' ? state : { ...state, left: [...state.left, event.field] }
    case 'submitted':
      return { ...state, left: FIELDS }
  }
}

function digitsOf({ values }: CardState, field: CardInputName, text: string): string {
  if (field === 'number') return numberDigits(text)
  if (field === 'expiry') return expiryDigits(text)
  return text.replaceAll(/\D/g, '').slice(0, securityCodeLength(values.number))
}

/** Why the field is not complete, if it is not. */
export function cardProblemOf({ values }: CardState, field: CardInputName, today: Date): CardProblem | undefined {
  switch (field) {
    case 'number':
      return numberProblem(values.number)
    case 'expiry':
      return expiryProblem(values.expiry, today)
    case 'cvc':
      return values.cvc.length < cvcNeeded(values.number) ? 'incomplete_cvc' : undefined
  }
}

/** The problem to show: an invalid field at once, an incomplete one only after it lost the focus. */
export function shownProblemOf(state: CardState, field: CardInputName, today: Date): CardProblem | undefined {
  const problem = cardProblemOf(state, field, today)
  return problem?.startsWith('incomplete') && !state.left.includes(field) ? undefined : problem
}

export type CardChange = Omit<StripeCardElementChangeEvent, 'elementType'>

/** The content of Stripe's `change` event. */
export function describeCard(state: CardState, today: Date): CardChange {
  const problem = FIELDS.map((field) => shownProblemOf(state, field, today)).find((each) => each !== undefined)
  return {
    empty: FIELDS.every((field) => state.values[field] === ''),
    complete: FIELDS.every((field) => cardProblemOf(state, field, today) === undefined),
    brand: brandOf(state.values.number),
    error: problem && { type: 'validation_error', code: problem, message: SENTENCES[problem] },
    value: { postalCode: '' },
  }
}

function cvcNeeded(number: string): number {
  return brandOf(number) === 'unknown' ? 3 : securityCodeLength(number)
}
