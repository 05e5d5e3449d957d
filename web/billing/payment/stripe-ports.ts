import type { Stripe, StripeCardElement, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Intent } from './intent-to-confirm.ts'
import type { Problem } from './payment-problem.ts'

type Maker = Pick<Stripe, 'createPaymentMethod'>
type Confirmer = Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment'>
type Made = { payment_method: string } | { problem: Problem }

/** Hands the card to Stripe. Rejects where Stripe could not be reached. */
export async function cardMethod(stripe: Maker, card: StripeCardElement, email: string): Promise<Made> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { email } })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** The same for what the wallet's sheet gave. */
export async function walletMethod(stripe: Maker, elements: StripeElements): Promise<Made> {
  const submitted = await elements.submit()
  if (submitted.error) return { problem: problemOf(submitted.error) }
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** Has the buyer confirm what the bank wants confirmed (§4.1.2); why it was not, or null. What it says grants nothing. */
export async function confirmIntent(stripe: Confirmer, { of, client_secret, payment_method }: Intent) {
  const data = payment_method ? { payment_method } : undefined
  const { error } =
    of === 'setup'
      ? await stripe.confirmCardSetup(client_secret, data)
      : await stripe.confirmCardPayment(client_secret, data)
  return error ? problemOf(error) : null
}

/** Nobody knows what came of a call that ended so. */
const UNKNOWN = ['api_connection_error', 'api_error', 'rate_limit_error', 'authentication_error', 'idempotency_error']

function problemOf({ type, message = '' }: StripeError): Problem {
  if (UNKNOWN.includes(type) || !message) throw new Error(`Stripe: ${type} ${message}`)
  return { at: type === 'validation_error' ? 'cardnumber' : 'card', message, code: null }
}
