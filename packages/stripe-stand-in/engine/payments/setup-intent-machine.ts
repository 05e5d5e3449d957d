import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { setupAuthenticationFailed, setupDecline, setupNeedsAuthentication } from './stripe-test-cards.ts'
import type { Decline } from './stripe-test-cards.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { cardOf, keepMethod } from './card-behavior.ts'
import { threeDSecure } from './payment-intent-machine.ts'

/** The states of a setup intent: as a payment intent's, but it saves the card instead of charging it. */

type Intent = Objects['setup_intent']

export function newSetupIntent({ store, now }: Moment, wish: Partial<Intent>): Intent {
  const id = store.id('seti')
  const intent: Intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${store.random()}`,
    created: now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: wish.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: 'off_session',
    ...wish,
  }
  store.put('setup_intent', intent)
  store.emit('setup_intent.created', intent)
  return intent
}

export function attemptSetup(moment: Moment, intent: Intent): Intent {
  const method = intent.payment_method
  if (!method) throw noMethod()
  const card = cardOf(moment.store, method)
  if (card.dead || !setupNeedsAuthentication(card)) return askBank(moment, intent, method)
  const waiting = change(moment.store, 'setup_intent', intent.id, {
    status: 'requires_action',
    next_action: threeDSecure(intent.id),
  })
  moment.store.emit('setup_intent.requires_action', waiting)
  return waiting
}

export function finishSetupAuthentication(moment: Moment, intent: Intent, passed: boolean): Intent {
  const method = intent.payment_method
  if (intent.status !== 'requires_action' || !method) throw unexpectedSetupState(intent, 'authenticated')
  return passed ? askBank(moment, intent, method) : fail(moment, intent, method, setupAuthenticationFailed)
}

function askBank(moment: Moment, intent: Intent, method: string): Intent {
  const { store } = moment
  const refusal = setupDecline(cardOf(store, method))
  if (refusal !== undefined) return fail(moment, intent, method, refusal)
  keepMethod(store, method, intent.customer, true)
  const done = change(store, 'setup_intent', intent.id, {
    status: 'succeeded',
    latest_attempt: store.id('setatt'),
    last_setup_error: null,
    next_action: null,
  })
  store.emit('setup_intent.succeeded', done)
  return done
}

function fail({ store }: Moment, intent: Intent, method: string, refusal: Decline): Intent {
  const payment_method = store.get('payment_method', method)
  const failed = change(store, 'setup_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    latest_attempt: store.id('setatt'),
    next_action: null,
    last_setup_error: { type: 'card_error', ...refusal, ...(payment_method !== undefined && { payment_method }) },
  })
  store.emit('setup_intent.setup_failed', failed)
  return failed
}

export function cancelSetupIntent({ store }: Moment, intent: Intent, reason: Intent['cancellation_reason']): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedSetupState(intent, 'canceled')
  const canceled = change(store, 'setup_intent', intent.id, {
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  })
  store.emit('setup_intent.canceled', canceled)
  return canceled
}

export function unexpectedSetupState(intent: Pick<Intent, 'status'>, verb: string) {
  return invalidRequest(`This SetupIntent's status is ${intent.status}: it cannot be ${verb}.`, {
    code: 'setup_intent_unexpected_state',
  })
}

function noMethod() {
  return invalidRequest(
    "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    { code: 'setup_intent_unexpected_state' },
  )
}
