import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Billing, CardAnswer, ChangeCard } from '../../../../worker/contract/billing/billing-overview.ts'

/** A bank asks at most once for the card and once for the debt; this limit ends an endless loop. */
const ROUNDS = 4

type Bank = Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment' | 'createPaymentMethod'>
type Send = (input: ChangeCard) => Promise<CardAnswer>

/**
 * Makes this the paying card, with the confirmations that its bank wants. Rejects with a message for the user; then
 * nothing has changed, and trying again is safe.
 */
export async function payWithCard(stripe: Bank, card: StripeCardElement, send: Send): Promise<Billing> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
  if (!paymentMethod) throw new Error(error.message ?? NOT_CONFIRMED)
  const input: ChangeCard = { payment_method: paymentMethod.id }
  for (let round = 0; round < ROUNDS; round++) {
    const answer = await send(input)
    if (answer.kind === 'changed') return answer.billing
    await confirm(stripe, answer)
    if (answer.setup_intent) input.setup_intent = answer.setup_intent
  }
  throw new Error(NOT_CONFIRMED)
}

export const NOT_CONFIRMED = 'Your bank did not confirm this card. Try again, or try a different card.'

async function confirm(stripe: Bank, { intent, client_secret }: Extract<CardAnswer, { kind: 'confirm' }>) {
  const { error } =
    intent === 'setup' ? await stripe.confirmCardSetup(client_secret) : await stripe.confirmCardPayment(client_secret)
  if (error) throw new Error(error.message ?? NOT_CONFIRMED)
}
