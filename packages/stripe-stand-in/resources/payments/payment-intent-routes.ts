import type Stripe from 'stripe'
import { change, momentOf } from '../../store/change-object.ts'
import { settleIntent } from '../../engine/subscriptions/collect-invoice.ts'
import { cardError, namedMethod } from '../../engine/payments/card-behavior.ts'
import { attemptPayment, unexpectedState } from '../../engine/payments/payment-intent-machine.ts'
import { bool, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { namedIntent } from './named-intent.ts'

type Intent = Objects['payment_intent']

const retrieveParams = { client_secret: text } satisfies Known<Stripe.PaymentIntentRetrieveParams>
/** A page sends the client secret, which is not a server parameter. */
const confirmParams = { client_secret: text, payment_method: text, use_stripe_sdk: bool }

/** Only invoices make payment intents. */
export function paymentIntentRoutes(api: Api): void {
  const at = '/v1/payment_intents'
  route(api, 'get', `${at}/:id`, { params: retrieveParams, publishable: true }, (input, call) =>
    namedIntent('payment_intent', input, call),
  )
  route(api, 'post', `${at}/:id/confirm`, { params: confirmParams, publishable: true }, confirm)
}

function confirm(input: Input<typeof confirmParams>, call: Call): Intent {
  const intent = namedIntent('payment_intent', input, call)
  // Confirming an intent that already waits for 3-D Secure returns the next action.
  const again = input.payment_method === undefined || input.payment_method === intent.payment_method
  if (intent.status === 'requires_action' && again) return intent
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(intent, 'confirmed')
  }
  return attempt(intent, input.payment_method, call)
}

/** Stores a decline before throwing it, so that the intent can be tried again with another card. */
function attempt(intent: Intent, payment_method: string | undefined, { store }: Call): Intent {
  const moment = momentOf(store, intent.customer)
  const ready = change(store, 'payment_intent', intent.id, {
    ...(payment_method !== undefined && {
      payment_method: namedMethod(store, payment_method, {
        customer: intent.customer,
        on: 'PaymentIntent',
        intent: { payment_intent: intent },
      }),
    }),
  })
  const tried = attemptPayment(moment, ready, { onSession: true })
  settleIntent(moment, tried)
  const error = tried.last_payment_error
  if (tried.status !== 'requires_payment_method' || !error) return tried
  throw cardError(error, { payment_intent: tried })
}
