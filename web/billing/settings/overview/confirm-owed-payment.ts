import type { Billing, ConfirmAnswer } from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { confirmIntent } from '../../payment/stripe-js-calls.ts'
import { loadStripeJs } from '../../stripe-js/load-stripe.ts'
import { planName } from './billing-words.ts'
import { askWhileSettling } from './ask-while-settling.ts'

type Bank = Parameters<typeof confirmIntent>[0]
type Ended = { billing: Billing; words: string }

export const BANK_NOT_REACHED = 'Your bank’s page could not be opened. Check your connection and try again.'
const SETTLING = 'Your bank has agreed. Your payment is still being processed.'

/**
 * Lets the cardholder confirm the owed renewal at the bank, and says how it ended. `ask`: our server, which knows whether
 * it is still owed. Rejects with a message for the user; then nothing was paid, and trying again is safe.
 */
export async function confirmOwedPayment(
  ask: () => Promise<ConfirmAnswer>,
  load: () => Promise<Bank>,
  pause?: () => Promise<void>,
): Promise<Ended> {
  const first = await ask()
  if (first.kind !== 'confirm') return endOf(first)
  const { client_secret, payment_method } = first
  const bank = await load().catch(() => {
    throw new Error(BANK_NOT_REACHED)
  })
  const problem = await confirmIntent(bank, { of: 'payment', client_secret, payment_method }).catch(() => null)
  // The payment itself decides, whatever the bank's page said.
  const after = await askWhileSettling(ask, pause)
  if (after.kind !== 'confirm') return endOf(after)
  throw new Error(problem?.message ?? BANK_NOT_REACHED)
}

/** In a browser: Stripe's code loads with the press. */
export function confirmInBrowser(billing: Billing, ask: () => Promise<ConfirmAnswer>): Promise<Ended> {
  return confirmOwedPayment(ask, () => loadStripeJs(billing))
}

function endOf(answer: Exclude<ConfirmAnswer, { kind: 'confirm' }>): Ended {
  const { billing } = answer
  const plan = billing.plan ? ` for ${planName(billing.plan)}` : ''
  return {
    billing,
    words: answer.kind === 'paid' ? `You paid ${formatPrice(answer.amount, answer.currency)}${plan}.` : SETTLING,
  }
}
