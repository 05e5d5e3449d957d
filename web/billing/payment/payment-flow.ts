import type { SubscriptionResponse, Subscribe } from '../../../worker/contract/billing/checkout.ts'
import { intentOf, type Intent } from './intent-to-confirm.ts'
import { isPaid, refusalIn, UNEXPECTED_STATUS, UNKNOWN_OUTCOME, type PaymentProblem } from './payment-problem.ts'

/**
 * §4.1, from the press to a subscription that is active or trialing.
 *
 *   idle ──submitted──────────────▶ method ──methodMade──▶ subscribing ──subscribed──┬─▶ confirming ──confirmed──┐
 *    ▲  ├─pressedEarly─▶ checking ─submitted────▲             (an intent is open) ◀──┘        (also when refused)│
 *    │  └─walletOpened─▶ sheet ─walletConfirmed─▲                                                                │
 *    │                                                                     └─▶ (none is) rereading ◀─────────────┘
 *    ├──walletCancelled── sheet, method                                               │
 *    ├──checkFailed────── checking                                                    │
 *    ├──refused──────── with what to say; the next press has a new key                ├─reread─▶ paid (active, trialing)
 *    └────────────────────────────────────────────────────────────────────────────────┘ any other status
 *
 *   subscribing, confirming, rereading ──failed──▶ unsettled ──submitted──▶ the same step, with the same key and request
 *   rereading ──refused (but for a declined card)──▶ unsettled
 *
 * Checking: the button was pressed while a code or the tax was being checked; it counts once the total is known.
 * Unsettled: the outcome is unknown, so the choices stay locked until the next press finds out.
 * A wallet's sheet stays open after a refusal; confirming it again is a new press.
 * A reply carries the number of its attempt; a reply to an ended attempt is dropped.
 */
export type PaymentState = { attempt: number } & (
  | { kind: 'idle'; problem: PaymentProblem | null }
  | { kind: 'submitting'; by: PaidBy; key: string; doing: Doing }
  | { kind: 'unsettled'; by: PaidBy; key: string; doing: Repeatable; problem: PaymentProblem }
  | { kind: 'paid'; subscription: SubscriptionResponse }
)
export type PaidBy = 'card' | 'wallet'

/** The order as it was shown when the button was pressed. */
export type Order = Omit<Subscribe, 'payment_method'>

/** `promo`: a code was being checked. */
type Doing = { step: 'sheet' } | { step: 'checking'; promo: boolean } | { step: 'method'; order: Order } | Repeatable
type Repeatable =
  | { step: 'subscribing'; request: Subscribe }
  | { step: 'confirming'; subscription: string; intent: Intent }
  /** `refusal`: why Stripe did not confirm; the subscription's status still decides. */
  | { step: 'rereading'; subscription: string; refusal: PaymentProblem | null }

/** `key`: the idempotency key for this press, used if it starts a new attempt. */
export type PaymentEvent =
  | { type: 'submitted'; order: Order; key: string }
  | { type: 'pressedEarly'; promo: boolean; key: string }
  | { type: 'walletOpened'; key: string }
  | { type: 'walletConfirmed'; order: Order; key: string }
  | { type: 'walletCancelled' | 'checkFailed' | 'edited' }
  | PaymentReply
export type PaymentReply = { attempt: number } & (
  | { type: 'methodMade'; payment_method: string }
  | { type: 'subscribed' | 'reread'; subscription: SubscriptionResponse }
  | { type: 'confirmed'; refusal: PaymentProblem | null }
  | { type: 'refused'; problem: PaymentProblem }
  | { type: 'failed' }
)

export const IDLE: PaymentState = { kind: 'idle', attempt: 0, problem: null }

export function paymentReducer(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'submitted':
      return state.kind === 'submitting' && state.doing.step === 'checking'
        ? { ...state, doing: { step: 'method', order: event.order } }
        : submit(state, { ...event, by: 'card' })
    case 'pressedEarly':
      return state.kind === 'idle' ? begin(state, 'card', event.key, { step: 'checking', promo: event.promo }) : state
    case 'checkFailed':
      return state.kind === 'submitting' && state.doing.step === 'checking' ? idle(state) : state
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

function idle({ attempt }: PaymentState, problem: PaymentProblem | null = null): PaymentState {
  return { kind: 'idle', attempt, problem }
}

function unsettled({ attempt, by, key }: Submitting, doing: Repeatable, problem: PaymentProblem): PaymentState {
  return { kind: 'unsettled', attempt, by, key, doing, problem }
}

function isRepeatable(doing: Doing): doing is Repeatable {
  return doing.step !== 'sheet' && doing.step !== 'checking' && doing.step !== 'method'
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
      return doing.step === 'rereading' ? concludeAttempt(state, reply.subscription, doing.refusal) : state
    case 'refused':
      // The subscription exists: a failed read says nothing about the payment.
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

function reread(state: Submitting, subscription: string, refusal: PaymentProblem | null): PaymentState {
  return { ...state, doing: { step: 'rereading', subscription, refusal } }
}

/** Only active or trialing is a success (§4.1.3), and a trial only unless Stripe refused to confirm its card. */
function concludeAttempt(
  state: Submitting,
  subscription: SubscriptionResponse,
  refusal: PaymentProblem | null,
): PaymentState {
  if (isPaid(subscription) || (subscription.status === 'trialing' && !refusal))
    return { kind: 'paid', attempt: state.attempt, subscription }
  return idle(state, refusalIn(subscription) ?? refusal ?? UNEXPECTED_STATUS)
}
