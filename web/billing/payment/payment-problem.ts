import { PAYMENT_PROBLEM, PRICE_PROBLEM } from '../../../worker/contract/payment-words.ts'
import type { CardRefusal, SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'
import type { ErrorCode, FieldError } from '../../../worker/contract/errors.ts'
import { RequestError } from '../../browser/request/request-error.ts'

/**
 * What went wrong, and where it is said: at the price, in the card field (`cardnumber`), by it (`card`), at the promo, at
 * the trial's line, or above the button.
 */
export type Problem = {
  at: 'price' | 'cardnumber' | 'card' | 'promo' | 'trial' | 'form'
  message: string
  code: ErrorCode | null
}

/** An exception in the payment flow (§8). Nobody knows whether the payment went through. */
export const UNKNOWN_OUTCOME: Problem = { at: 'form', message: PAYMENT_PROBLEM, code: null }
/** A status that is neither active nor trialing, without an error beside it (§4.1.3). */
export const UNEXPECTED_STATUS: Problem = { at: 'form', message: PAYMENT_PROBLEM, code: 'payment_failed' }

const OTHER_CARD = 'Try a different card.'

export function isPaid({ status, pending_setup_intent }: SubscriptionResponse): boolean {
  return status === 'active' || (status === 'trialing' && pending_setup_intent === null)
}

/** The error that an answer itself carries (§7: error, errors). */
export function refusalIn({ error, errors }: SubscriptionResponse): Problem | null {
  if (errors[0]) return problemAbout(errors[0], null)
  return error ? { at: 'form', message: error, code: null } : null
}

/**
 * What a failed call means: a definite refusal, or `failed`, after which nobody knows (no answer, our or Stripe's
 * failure, the first try still running): that one may only be repeated with its own key.
 */
export function outcomeOf(error: unknown): { type: 'refused'; problem: Problem } | { type: 'failed' } {
  if (!(error instanceof RequestError) || !error.error) return { type: 'failed' }
  const { code, message, attribute } = error.error
  if (code === 'attempt_in_flight') return { type: 'failed' }
  if (error.status >= 500 && code !== 'billing_unavailable') return { type: 'failed' }
  const about = error.body.errors?.[0] ?? { attribute: attribute ?? '', message }
  return { type: 'refused', problem: problemAbout(about, code) }
}

function problemAbout({ attribute, message, data }: FieldError, code: ErrorCode | null): Problem {
  if (attribute.startsWith('price')) return { at: 'price', message: PRICE_PROBLEM, code }
  if (attribute === 'promo_code') return { at: 'promo', message, code }
  if (attribute === 'trial' || code === 'trial_refused') return { at: 'trial', message, code }
  const isCard = code === 'card_declined' || attribute === 'payment_method'
  return isCard ? { at: 'card', message: withNextStep(message, data), code } : { at: 'form', message, code }
}

/** For these the same card may do, and what the bank says tells how; for others it stops short of what to do (§7). */
const SAME_CARD = [
  'incorrect_cvc',
  'invalid_cvc',
  'incorrect_number',
  'invalid_number',
  'incorrect_zip',
  'processing_error',
]

function withNextStep(message: string, data: unknown): string {
  const { decline_code }: Partial<CardRefusal> = typeof data === 'object' && data !== null ? data : {}
  const enough = decline_code === undefined || SAME_CARD.includes(decline_code) || message.endsWith(OTHER_CARD)
  return enough ? message : `${message} ${OTHER_CARD}`
}
