import type Stripe from 'stripe'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { change, momentOf, named } from '../../store/change-object.ts'
import { settleIntent } from '../../engine/subscriptions/collect-invoice.ts'
import { cardError, namedMethod } from '../../engine/payments/card-behavior.ts'
import { attemptPayment, newPaymentIntent, unexpectedState } from '../../engine/payments/payment-intent-machine.ts'
import { bool, email, ignored, metadata, oneOf, positive, required, text } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { automaticMethods, automaticOf, requireReturnUrl } from './redirects.ts'
import { namedIntent } from './named-intent.ts'

type Intent = Objects['payment_intent']

const shared = {
  allowed_payment_method_types: ignored,
  amount_details: ignored,
  capture_method: ignored,
  excluded_payment_method_types: ignored,
  payment_method: text,
  payment_method_options: ignored,
  receipt_email: email,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: ignored,
}
const confirming = {
  error_on_requires_action: bool,
  mandate: ignored,
  mandate_data: ignored,
  off_session: bool,
  radar_options: ignored,
  return_url: text,
  use_stripe_sdk: bool,
}
const createParams = {
  ...shared,
  ...confirming,
  customer: text,
  description: text,
  metadata,
  statement_descriptor: ignored,
  statement_descriptor_suffix: ignored,
  amount: required(positive),
  automatic_payment_methods: automaticMethods,
  confirm: bool,
  confirmation_method: ignored,
  currency: required(currencyCode),
  transfer_data: ignored,
  transfer_group: ignored,
} satisfies Known<Stripe.PaymentIntentCreateParams>
const retrieveParams = { client_secret: text } satisfies Known<Stripe.PaymentIntentRetrieveParams>
/** A page sends the client secret, which is not a server parameter. */
const confirmParams = { ...shared, ...confirming, client_secret: text }

export function paymentIntentRoutes(api: Api): void {
  const at = '/v1/payment_intents'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', `${at}/:id`, { params: retrieveParams, publishable: true }, (input, call) =>
    namedIntent('payment_intent', input, call),
  )
  route(api, 'post', `${at}/:id/confirm`, { params: confirmParams, publishable: true }, confirm)
}

function create(input: Input<typeof createParams>, call: Call): Intent {
  const { store, key } = call
  const customer = input.customer ?? null
  if (input.amount < 50) {
    const message = 'Amount must be at least $0.50 usd'
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  if (customer !== null) named(store, 'customer', customer, 'customer')
  const moment = momentOf(store, customer)
  const automatic = automaticOf(input)
  if (input.confirm === true) requireReturnUrl({ ...input, automatic, kind: 'PaymentIntent', key })
  const intent = newPaymentIntent(moment, {
    amount: input.amount,
    currency: input.currency,
    automatic_payment_methods: automatic,
    customer,
    description: input.description ?? null,
    metadata: mergeMetadata(null, input.metadata),
    payment_method:
      input.payment_method === undefined
        ? null
        : namedMethod(store, input.payment_method, { customer, on: 'PaymentIntent' }),
    setup_future_usage: input.setup_future_usage ?? null,
  })
  return input.confirm === true ? attempt(intent, input, call) : intent
}

function confirm(input: Input<typeof confirmParams>, call: Call): Intent {
  const intent = namedIntent('payment_intent', input, call)
  // Confirming an intent that already waits for 3-D Secure returns the next action.
  const again = input.payment_method === undefined || input.payment_method === intent.payment_method
  if (intent.status === 'requires_action' && again) return intent
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(intent, 'confirmed')
  }
  const { automatic_payment_methods: automatic } = intent
  requireReturnUrl({ ...input, automatic, kind: 'PaymentIntent', key: call.key })
  return attempt(intent, input, call)
}

/** Stores a decline before throwing it, so that the intent can be tried again with another card. */
function attempt(intent: Intent, input: Input<typeof confirming & typeof shared>, { store }: Call): Intent {
  const moment = momentOf(store, intent.customer)
  const { payment_method, setup_future_usage } = input
  const ready = change(store, 'payment_intent', intent.id, {
    ...(payment_method !== undefined && {
      payment_method: namedMethod(store, payment_method, {
        customer: intent.customer,
        on: 'PaymentIntent',
        intent: { payment_intent: intent },
      }),
    }),
    ...(setup_future_usage !== undefined && { setup_future_usage }),
  })
  const onSession = input.off_session !== true
  const tried = attemptPayment(moment, ready, { onSession, mayWait: onSession })
  settleIntent(moment, tried)
  const error = tried.last_payment_error
  if (tried.status !== 'requires_payment_method' || !error) return tried
  throw cardError(error, { payment_intent: tried })
}
