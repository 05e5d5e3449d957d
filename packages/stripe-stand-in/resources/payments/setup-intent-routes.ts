import type Stripe from 'stripe'
import { change, momentOf, named } from '../../store/change-object.ts'
import { cardError, namedMethod } from '../../engine/payments/card-behavior.ts'
import {
  attemptSetup,
  cancelSetupIntent,
  newSetupIntent,
  unexpectedSetupState,
} from '../../engine/payments/setup-intent-machine.ts'
import { settleSetup } from '../../engine/subscriptions/status-machine.ts'
import { bool, oneOf, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { automaticMethods, automaticOf, requireReturnUrl } from './redirects.ts'
import { namedIntent } from './named-intent.ts'

type Intent = Objects['setup_intent']

const shared = { payment_method: text }
const confirming = { return_url: text, use_stripe_sdk: bool }
const createParams = {
  ...shared,
  ...confirming,
  automatic_payment_methods: automaticMethods,
  confirm: bool,
  customer: text,
  description: text,
  usage: oneOf('off_session', 'on_session'),
} satisfies Known<Stripe.SetupIntentCreateParams>
const retrieveParams = { client_secret: text } satisfies Known<Stripe.SetupIntentRetrieveParams>
const confirmParams = { ...shared, ...confirming, client_secret: text }
const cancelParams = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
} satisfies Known<Stripe.SetupIntentCancelParams>

export function setupIntentRoutes(api: Api): void {
  const at = '/v1/setup_intents'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', `${at}/:id`, { params: retrieveParams, publishable: true }, (input, call) =>
    namedIntent('setup_intent', input, call),
  )
  route(api, 'post', `${at}/:id/confirm`, { params: confirmParams, publishable: true }, confirm)
  route(api, 'post', `${at}/:id/cancel`, { params: cancelParams }, cancel)
}

function create(input: Input<typeof createParams>, call: Call): Intent {
  const { store, key } = call
  const customer = input.customer ?? null
  if (customer !== null) named(store, 'customer', customer, 'customer')
  const automatic = automaticOf(input)
  if (input.confirm === true) requireReturnUrl({ ...input, automatic, key })
  const intent = newSetupIntent(momentOf(store, customer), {
    automatic_payment_methods: automatic,
    customer,
    description: input.description ?? null,
    payment_method:
      input.payment_method === undefined
        ? null
        : namedMethod(store, input.payment_method, { customer, on: 'SetupIntent' }),
    usage: input.usage ?? 'off_session',
  })
  return input.confirm === true ? attempt(intent, input, call) : intent
}

function confirm(input: Input<typeof confirmParams>, call: Call): Intent {
  const intent = namedIntent('setup_intent', input, call)
  const again = input.payment_method === undefined || input.payment_method === intent.payment_method
  if (intent.status === 'requires_action' && again) return intent
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedSetupState(intent, 'confirmed')
  }
  const { automatic_payment_methods: automatic } = intent
  requireReturnUrl({ ...input, automatic, key: call.key })
  return attempt(intent, input, call)
}

function attempt(intent: Intent, { payment_method }: Input<typeof shared>, { store }: Call): Intent {
  const moment = momentOf(store, intent.customer)
  const ready = change(store, 'setup_intent', intent.id, {
    ...(payment_method !== undefined && {
      payment_method: namedMethod(store, payment_method, {
        customer: intent.customer,
        on: 'SetupIntent',
        intent: { setup_intent: intent },
      }),
    }),
  })
  const tried = attemptSetup(moment, ready)
  settleSetup(moment, tried)
  const error = tried.last_setup_error
  if (tried.status !== 'requires_payment_method' || !error) return tried
  throw cardError(error, { setup_intent: tried })
}

function cancel(input: Input<typeof cancelParams>, { store, path }: Call): Intent {
  const intent = store.require('setup_intent', path('id'), 'intent')
  return cancelSetupIntent(momentOf(store, intent.customer), intent, input.cancellation_reason ?? null)
}
