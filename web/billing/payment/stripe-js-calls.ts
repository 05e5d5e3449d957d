import type { Stripe, StripeCardElement, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Intent } from './intent-to-confirm.ts'
import type { PaymentProblem } from './payment-problem.ts'

type MethodCreator = Pick<Stripe, 'createPaymentMethod'>
type IntentConfirmer = Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment'>
type MethodResult = { payment_method: string } | { problem: PaymentProblem }

/** Creates a payment method from the card field. Rejects if Stripe could not be reached. */
export async function cardMethod(stripe: MethodCreator, card: StripeCardElement, email: string): Promise<MethodResult> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { email } })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** Creates a payment method from the wallet's sheet. */
export async function walletMethod(stripe: MethodCreator, elements: StripeElements): Promise<MethodResult> {
  const submitted = await elements.submit()
  if (submitted.error) return { problem: problemOf(submitted.error) }
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements })
  return error ? { problem: problemOf(error) } : { payment_method: paymentMethod.id }
}

/** Lets the buyer authenticate with the bank (§4.1.2). Null on success; only the reread subscription grants the plan. */
export async function confirmIntent(stripe: IntentConfirmer, { of, client_secret, payment_method }: Intent) {
  const data = payment_method ? { payment_method } : undefined
  const { error } =
    of === 'setup'
      ? await stripe.confirmCardSetup(client_secret, data)
      : await stripe.confirmCardPayment(client_secret, data)
  return error ? problemOf(error) : null
}

/** After these errors the outcome of the call is unknown. */
const UNKNOWN = ['api_connection_error', 'api_error', 'rate_limit_error', 'authentication_error', 'idempotency_error']

function problemOf({ type, message = '' }: StripeError): PaymentProblem {
  if (UNKNOWN.includes(type) || !message) throw new Error(`Stripe: ${type} ${message}`)
  return { at: type === 'validation_error' ? 'cardnumber' : 'card', message, code: null }
}
