import type { SubscriptionResponse, Subscribe } from '../../../worker/contract/billing/checkout.ts'
import { intentOf, type Intent } from './intent-to-confirm.ts'
import { isPaid, refusalIn, UNEXPECTED_STATUS, UNKNOWN_OUTCOME, type Problem } from './payment-problem.ts'

/**
 * §4.1, from the press to a subscription that is active or trialing.
 *
 *   idle ──submitted──────────────▶ method ──methodMade──▶ subscribing ──subscribed──┬─▶ confirming ──confirmed──┐
 *    ▲  └─walletOpened─▶ sheet ─walletConfirmed─▲             (an intent is open) ◀──┘        (also when refused)│
 *    │                                                                     └─▶ (none is) rereading ◀─────────────┘
 *    ├──walletCancelled── sheet, method                                               │
 *    ├──refused──────── with what to say; the next press has a new key                ├─reread─▶ paid (active, trialing)
 *    └────────────────────────────────────────────────────────────────────────────────┘ any other status
 *
 *   subscribing, confirming, rereading ──failed──▶ unsettled ──submitted──▶ the same step, with the same key and request
 *   rereading ──refused (but for a declined card)──▶ unsettled
 *
 * Unsettled: nobody knows whether it went through, so what was chosen stays locked until the next press has found out.
 * A wallet's sheet stays open when its card was refused: what is confirmed in it then is a press like any other.
 * A reply carries the number of its attempt; one to an attempt that is over is dropped.
 */
export type PaymentState = { attempt: number } & (
  | { kind: 'idle'; problem: Problem | null }
  | { kind: 'submitting'; by: PaidBy; key: string; doing: Doing }
  | { kind: 'unsettled'; by: PaidBy; key: string; doing: Repeatable; problem: Problem }
  | { kind: 'paid'; subscription: SubscriptionResponse }
)
export type PaidBy = 'card' | 'wallet'

/** What is bought, as it was shown when the button was pressed. */
export type Order = Omit<Subscribe, 'payment_method'>

type Doing = { step: 'sheet' } | { step: 'method'; order: Order } | Repeatable
type Repeatable =
  | { step: 'subscribing'; request: Subscribe }
  | { step: 'confirming'; subscription: string; intent: Intent }
  /** `refusal`: why the provider did not confirm; the status decides nevertheless. */
  | { step: 'rereading'; subscription: string; refusal: Problem | null }
export type Step = Doing['step']

/** `key`: an idempotency key for this press, used if it begins something new. */
export type PaymentEvent =
  | { type: 'submitted'; order: Order; key: string }
  | { type: 'walletOpened'; key: string }
  | { type: 'walletConfirmed'; order: Order; key: string }
  | { type: 'walletCancelled' | 'edited' }
  | PaymentReply
export type PaymentReply = { attempt: number } & (
  | { type: 'methodMade'; payment_method: string }
  | { type: 'subscribed' | 'reread'; subscription: SubscriptionResponse }
  | { type: 'confirmed'; refusal: Problem | null }
  | { type: 'refused'; problem: Problem }
  | { type: 'failed' }
)

export const IDLE: PaymentState = { kind: 'idle', attempt: 0, problem: null }

export function paymentReducer(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'submitted':
      return submit(state, { ...event, by: 'card' })
    case 'walletOpened':
      return state.kind === 'idle' ? begin(state, 'wallet', event.key, { step: 'sheet' }) : state
    case 'walletConfirmed':
      return state.kind === 'submitting' && state.doing.step === 'sheet'
        ? { ...state, doing: { step: 'method', order: event.order } }
        : submit(state, { ...event, by: 'wallet' })
    case 'walletCancelled':
      return state.kind === 'submitting' && state.by === 'wallet' && !isRepeatable(state.doing) ? idle(state) : state
    case 'edited':
      return state.kind === 'idle' && state.problem ? idle(state) : state
    default:
      return state.kind === 'submitting' && event.attempt === state.attempt ? answer(state, event) : state
  }
}

type Submitting = PaymentState & { kind: 'submitting' }

function submit(state: PaymentState, { by, order, key }: { by: PaidBy; order: Order; key: string }): PaymentState {
  if (state.kind === 'idle') return begin(state, by, key, { step: 'method', order })
  if (state.kind === 'unsettled') return begin(state, state.by, state.key, state.doing)
  return state
}

function begin({ attempt }: PaymentState, by: PaidBy, key: string, doing: Doing): PaymentState {
  return { kind: 'submitting', attempt: attempt + 1, by, key, doing }
}

function idle({ attempt }: PaymentState, problem: Problem | null = null): PaymentState {
  return { kind: 'idle', attempt, problem }
}

function unsettled({ attempt, by, key }: Submitting, doing: Repeatable, problem: Problem): PaymentState {
  return { kind: 'unsettled', attempt, by, key, doing, problem }
}

function isRepeatable(doing: Doing): doing is Repeatable {
  return doing.step !== 'sheet' && doing.step !== 'method'
}

function answer(state: Submitting, reply: PaymentReply): PaymentState {
  const { doing } = state
  switch (reply.type) {
    case 'methodMade': {
      if (doing.step !== 'method') return state
      const request = { ...doing.order, payment_method: reply.payment_method }
      return { ...state, doing: { step: 'subscribing', request } }
    }
    case 'subscribed':
      return doing.step === 'subscribing' ? afterSubscribe(state, doing.request, reply.subscription) : state
    case 'confirmed':
      return doing.step === 'confirming' ? reread(state, doing.subscription, reply.refusal) : state
    case 'reread':
      return doing.step === 'rereading' ? settle(state, reply.subscription, doing.refusal) : state
    case 'refused':
      // The subscription is there already: what keeps us from reading it says nothing about the payment.
      return doing.step === 'rereading' && reply.problem.code !== 'card_declined'
        ? unsettled(state, doing, reply.problem)
        : idle(state, reply.problem)
    case 'failed':
      return isRepeatable(doing) ? unsettled(state, doing, UNKNOWN_OUTCOME) : idle(state, UNKNOWN_OUTCOME)
  }
}

function afterSubscribe(state: Submitting, request: Subscribe, subscription: SubscriptionResponse): PaymentState {
  const refusal = refusalIn(subscription)
  if (refusal) return idle(state, refusal)
  const intent = intentOf(subscription, request.payment_method)
  return intent
    ? { ...state, doing: { step: 'confirming', subscription: subscription.subscription_id, intent } }
    : reread(state, subscription.subscription_id, null)
}

function reread(state: Submitting, subscription: string, refusal: Problem | null): PaymentState {
  return { ...state, doing: { step: 'rereading', subscription, refusal } }
}

/** Only active or trialing is a success (§4.1.3); a trial whose card was not authenticated has not begun. */
function settle(state: Submitting, subscription: SubscriptionResponse, refusal: Problem | null): PaymentState {
  if (isPaid(subscription)) return { kind: 'paid', attempt: state.attempt, subscription }
  return idle(state, refusalIn(subscription) ?? refusal ?? UNEXPECTED_STATUS)
}
