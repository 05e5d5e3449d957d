import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { authenticationFailed, chargeDecline, chargeNeedsAuthentication } from './stripe-test-cards.ts'
import type { Decline } from './stripe-test-cards.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { recordCharge } from './record-charge.ts'
import { followCharge } from './charge-disputes.ts'
import { cardOf, keepMethod } from './card-behavior.ts'

/**
 * The states of a payment intent:
 *
 *   requires_payment_method ─▶ requires_confirmation ─▶ (requires_action ─▶) succeeded
 *            ▲                                      └────────────┘ declined, not authenticated
 *            └──────────────────────────────────────────────┘           any but succeeded ─▶ canceled
 */

type Intent = Objects['payment_intent']

export function newPaymentIntent(
  { store, now }: Moment,
  wish: Pick<Intent, 'amount' | 'currency' | 'customer'> & Partial<Intent>,
): Intent {
  const id = store.id('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${store.random()}`,
    confirmation_method: 'automatic',
    created: now,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: wish.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...wish,
  }
  store.put('payment_intent', intent)
  store.emit('payment_intent.created', intent)
  return intent
}

/**
 * Tries to charge the intent's payment method. The returned intent holds the bank's answer. `onSession`: the cardholder
 * is present; otherwise an invoice's intent waits for them.
 */
export function attemptPayment(moment: Moment, intent: Intent, { onSession }: { onSession: boolean }): Intent {
  const method = intent.payment_method
  if (!method) throw noMethod(intent)
  const card = cardOf(moment.store, method)
  if (card.dead) return decline(moment, intent, method, card.dead)
  const setUp = moment.store.hidden(method).set_up ?? false
  if (!chargeNeedsAuthentication(card, { onSession, setUp })) return askBank(moment, intent, method)
  const next_action = threeDSecure(intent.id)
  const waiting = change(moment.store, 'payment_intent', intent.id, { status: 'requires_action', next_action })
  moment.store.emit('payment_intent.requires_action', waiting)
  return waiting
}

/** Continues after the cardholder passed or failed 3-D Secure. */
export function finishAuthentication(moment: Moment, intent: Intent, passed: boolean): Intent {
  const method = intent.payment_method
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent, 'authenticated')
  if (passed) return askBank(moment, intent, method)
  return fail(moment, intent, method, authenticationFailed, null)
}

function askBank(moment: Moment, intent: Intent, method: string): Intent {
  const { store } = moment
  const card = cardOf(store, method)
  const refusal = chargeDecline(card)
  if (refusal !== undefined) return decline(moment, intent, method, refusal)
  const charge = recordCharge(moment, intent, method)
  keepMethod(store, method, intent.customer, intent.setup_future_usage === 'off_session')
  const paid = change(store, 'payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  })
  store.emit('payment_intent.succeeded', paid)
  followCharge(moment, charge, card)
  return paid
}

function decline(moment: Moment, intent: Intent, method: string, refusal: Decline): Intent {
  const charge = recordCharge(moment, intent, method, refusal)
  return fail(moment, intent, method, refusal, charge.id)
}

function fail({ store }: Moment, intent: Intent, method: string, refusal: Decline, charge: string | null): Intent {
  const payment_method = store.get('payment_method', method)
  const failed = change(store, 'payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge ?? intent.latest_charge,
    last_payment_error: {
      type: 'card_error',
      ...refusal,
      ...(charge !== null && { charge }),
      ...(payment_method !== undefined && { payment_method }),
    },
  })
  store.emit('payment_intent.payment_failed', failed)
  return failed
}

export function cancelPaymentIntent(moment: Moment, intent: Intent, reason: Intent['cancellation_reason']): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'canceled')
  const canceled = change(moment.store, 'payment_intent', intent.id, {
    status: 'canceled',
    canceled_at: moment.now,
    cancellation_reason: reason,
    next_action: null,
  })
  moment.store.emit('payment_intent.canceled', canceled)
  return canceled
}

/** Only Stripe.js understands this action. */
export function threeDSecure(id: string) {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: `src_${id}`, stripe_js: `/_test/3ds/${id}` },
  }
}

export function unexpectedState(intent: Pick<Intent, 'status'>, verb: string) {
  return invalidRequest(`This PaymentIntent's status is ${intent.status}: it cannot be ${verb}.`, {
    code: 'payment_intent_unexpected_state',
  })
}

function noMethod(intent: Intent) {
  return invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: 'payment_intent_unexpected_state', param: intent.id },
  )
}
