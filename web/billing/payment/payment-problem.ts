import { PAYMENT_PROBLEM, PRICE_PROBLEM } from '../../../worker/contract/payment-words.ts'
import type { SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'
import type { ErrorCode, FieldError } from '../../../worker/contract/errors.ts'
import { RequestError } from '../../browser/request/request-error.ts'

/**
 * A problem, and where it is shown: at the price, inside (`cardnumber`) or beside (`card`) the card field, at the
 * promo, at the trial, at the place (`location`), or above the button (`form`).
 */
export type PaymentProblem = {
  at: 'price' | 'cardnumber' | 'card' | 'promo' | 'trial' | 'location' | 'form'
  message: string
  code: ErrorCode | null
}

/** An exception in the payment flow (§8): the payment may have gone through. */
export const UNKNOWN_OUTCOME: PaymentProblem = { at: 'form', message: PAYMENT_PROBLEM, code: null }
/** A status other than active or trialing, without an error (§4.1.3). */
export const UNEXPECTED_STATUS: PaymentProblem = { at: 'form', message: PAYMENT_PROBLEM, code: 'payment_failed' }

export function isPaid({ status, pending_setup_intent }: SubscriptionResponse): boolean {
  return status === 'active' || (status === 'trialing' && pending_setup_intent === null)
}

/** The error inside a response (§7: error, errors). */
export function refusalIn({ error, errors }: SubscriptionResponse): PaymentProblem | null {
  if (errors[0]) return problemAbout(errors[0], null)
  return error ? { at: 'form', message: error, code: null } : null
}

/** Failures on our side or Stripe's after which nothing was bought. */
const NOTHING_DONE: readonly ErrorCode[] = ['billing_unavailable', 'payment_not_sent']

/**
 * Interprets a failed call: a definite refusal, or `failed` when the outcome is unknown (no answer, a failure on our
 * side or Stripe's, or the first try still running). A failed call may only be repeated with the same key.
 */
export function outcomeOf(error: unknown): { type: 'refused'; problem: PaymentProblem } | { type: 'failed' } {
  if (!(error instanceof RequestError) || !error.error) return { type: 'failed' }
  const { code, message, attribute } = error.error
  if (code === 'attempt_in_flight') return { type: 'failed' }
  if (error.status >= 500 && !NOTHING_DONE.includes(code)) return { type: 'failed' }
  const about = error.body.errors?.[0] ?? { attribute: attribute ?? '', message }
  return { type: 'refused', problem: problemAbout(about, code) }
}

function problemAbout({ attribute, message }: FieldError, code: ErrorCode | null): PaymentProblem {
  if (attribute.startsWith('price')) return { at: 'price', message: PRICE_PROBLEM, code }
  if (attribute === 'promo_code') return { at: 'promo', message, code }
  if (attribute === 'postal_code') return { at: 'location', message, code }
  if (attribute === 'trial' || code === 'trial_refused') return { at: 'trial', message, code }
  const isCard = code === 'card_declined' || attribute === 'payment_method'
  return { at: isCard ? 'card' : 'form', message, code }
}
