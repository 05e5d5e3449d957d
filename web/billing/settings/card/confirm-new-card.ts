import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Billing, CardAnswer, ChangeCard } from '../../../../worker/contract/billing/billing-overview.ts'
import { askWhileSettling } from '../overview/ask-while-settling.ts'

/** A bank asks at most once for the card and once for the debt; this limit ends an endless loop. */
const ROUNDS = 4

type Bank = Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment' | 'createPaymentMethod'>
type Send = (input: ChangeCard) => Promise<CardAnswer>

/**
 * Makes this the paying card, with the confirmations that its bank wants. Rejects with a message for the user; then
 * nothing has changed, and trying again is safe. While Stripe is still settling what was owed, the plan stays past due.
 */
export async function payWithCard(
  stripe: Bank,
  card: StripeCardElement,
  send: Send,
  pause?: () => Promise<void>,
): Promise<Billing> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
  if (!paymentMethod) throw new Error(error.message ?? NOT_CONFIRMED)
  const input: ChangeCard = { payment_method: paymentMethod.id }
  for (let round = 0; round < ROUNDS; round++) {
    const answer = await askWhileSettling<CardAnswer>((before) => {
      if (before?.kind === 'settling' && before.intent === 'setup') input.setup_intent = before.setup_intent
      return send(input)
    }, pause)
    if (answer.kind === 'changed') return answer.billing
    if (answer.kind === 'settling') {
      if (answer.intent === 'payment') return answer.billing
      throw new Error(STILL_CHECKING)
    }
    await confirm(stripe, answer)
    if (answer.setup_intent) input.setup_intent = answer.setup_intent
  }
  throw new Error(NOT_CONFIRMED)
}

export const STILL_CHECKING = 'Your bank is still checking this card. Try again in a few minutes.'

export const NOT_CONFIRMED = 'Your bank did not confirm this card. Try again, or try a different card.'

async function confirm(stripe: Bank, { intent, client_secret }: Extract<CardAnswer, { kind: 'confirm' }>) {
  const { error } =
    intent === 'setup' ? await stripe.confirmCardSetup(client_secret) : await stripe.confirmCardPayment(client_secret)
  if (error) throw new Error(error.message ?? NOT_CONFIRMED)
}
