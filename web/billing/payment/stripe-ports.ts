import type { Stripe, StripeCardElement, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Intent } from './intent-to-confirm.ts'
import type { Problem } from './payment-problem.ts'

type Maker = Pick<Stripe, 'createPaymentMethod'>
type Confirmer = Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment'>
type Made = { payment_method: string } | { problem: Problem }

/** Creates a payment method from the card field. Rejects if Stripe could not be reached. */
export async function cardMethod(stripe: Maker, card: StripeCardElement, email: string): Promise<Made> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { email } })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** Creates a payment method from the wallet's sheet. */
export async function walletMethod(stripe: Maker, elements: StripeElements): Promise<Made> {
  const submitted = await elements.submit()
  if (submitted.error) return { problem: problemOf(submitted.error) }
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** Lets the buyer authenticate with the bank (§4.1.2). Null on success; only the reread subscription grants the plan. */
export async function confirmIntent(stripe: Confirmer, { of, client_secret, payment_method }: Intent) {
  const data = payment_method ? { payment_method } : undefined
  const { error } =
    of === 'setup'
      ? await stripe.confirmCardSetup(client_secret, data)
      : await stripe.confirmCardPayment(client_secret, data)
  return error ? problemOf(error) : null
}

/** After these errors the outcome of the call is unknown. */
const UNKNOWN = ['api_connection_error', 'api_error', 'rate_limit_error', 'authentication_error', 'idempotency_error']

function problemOf({ type, message = '' }: StripeError): Problem {
  if (UNKNOWN.includes(type) || !message) throw new Error(`Stripe: ${type} ${message}`)
  return { at: type === 'validation_error' ? 'cardnumber' : 'card', message, code: null }
}
