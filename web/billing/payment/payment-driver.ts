import {
  IDLE,
  paymentReducer,
  type PaidBy,
  type PaymentEvent,
  type PaymentReply,
  type PaymentState,
} from './payment-flow.ts'
import type { Intent } from './intent-to-confirm.ts'
import { outcomeOf, type PaymentProblem } from './payment-problem.ts'
import type { PaymentCalls } from './payment-calls.ts'

/** The calls of the flow to Stripe.js and our server. A rejection counts as the exception of §8. */
export type PaymentPorts = Pick<PaymentCalls, 'subscribe' | 'reread'> & {
  makeMethod(by: PaidBy): Promise<{ payment_method: string } | { problem: PaymentProblem }>
  /** Null on success, else why it was not confirmed. */
  confirm(intent: Intent): Promise<PaymentProblem | null>
}

type Submitting = PaymentState & { kind: 'submitting' }

/** Runs the payment flow: performs each new step once and returns its reply with the attempt's number. */
export function paymentDriver(ports: PaymentPorts, changed: (state: PaymentState) => void) {
  let state = IDLE

  function send(event: PaymentEvent): void {
    const before = state
    state = paymentReducer(before, event)
    if (state === before) return
    changed(state)
    if (state.kind === 'submitting' && begins(before, state)) void perform(state)
  }

  async function perform(begun: Submitting): Promise<void> {
    const reply = await answerTo(begun, ports)
    if (reply) send(reply)
  }

  return { send, state: () => state }
}

function begins(before: PaymentState, after: Submitting): boolean {
  return before.kind !== 'submitting' || before.doing !== after.doing
}

async function answerTo({ attempt, by, key, doing }: Submitting, ports: PaymentPorts): Promise<PaymentReply | null> {
  try {
    switch (doing.step) {
      case 'sheet':
      case 'checking':
        return null
      case 'method': {
        const made = await ports.makeMethod(by)
        return 'problem' in made
          ? { type: 'refused', attempt, problem: made.problem }
          : { type: 'methodMade', attempt, payment_method: made.payment_method }
      }
      case 'subscribing':
        return { type: 'subscribed', attempt, subscription: await ports.subscribe(doing.request, key) }
      case 'confirming':
        return { type: 'confirmed', attempt, refusal: await ports.confirm(doing.intent) }
      case 'rereading':
        return { type: 'reread', attempt, subscription: await ports.reread(doing.subscription) }
    }
  } catch (error) {
    return { ...outcomeOf(error), attempt }
  }
}
