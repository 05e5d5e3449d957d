import type { StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import type { CardAnswer, ChangeCard } from '../../../../worker/contract/billing/billing-overview.ts'
import { NOT_CONFIRMED, payWithCard, STILL_CHECKING } from './confirm-new-card.ts'
import { aBilling } from '../overview/billing-overview.fixture.ts'

type Bank = Parameters<typeof payWithCard>[0]
type Refusal = { error: { message?: string } }

const billing = aBilling()
const setup: CardAnswer = { kind: 'confirm', intent: 'setup', client_secret: 'seti_1_secret', setup_intent: 'seti_1' }
const payment: CardAnswer = { kind: 'confirm', intent: 'payment', client_secret: 'pi_1_secret', setup_intent: null }

/** A bank that confirms everything unless told otherwise; records its calls and what our server was sent. */
function cardFixture(answers: CardAnswer[], refuse: { card?: Refusal; setup?: Refusal } = {}) {
  const asked: string[] = []
  const sent: ChangeCard[] = []
  const reply = (name: string, refusal?: Refusal) => (secret: unknown) => {
    asked.push(typeof secret === 'string' ? `${name} ${secret}` : name)
    return Promise.resolve(refusal ?? { paymentMethod: { id: 'pm_1' } })
  }
  // The code under test calls only these methods of Stripe.js.
  const bank = {
    createPaymentMethod: reply('card', refuse.card),
    confirmCardSetup: reply('setup', refuse.setup),
    confirmCardPayment: reply('payment'),
  } as unknown as Bank
  const send = async (input: ChangeCard) => {
    sent.push({ ...input })
    return answers.shift() ?? { kind: 'changed' as const, billing }
  }
  return { asked, sent, done: payWithCard(bank, {} as StripeCardElement, send, async () => void asked.push('pause')) }
}

test('sends a card once when its bank accepts it', async () => {
  const { asked, sent, done } = cardFixture([])
  expect(await done).toBe(billing)
  expect(asked).toEqual(['card'])
  expect(sent).toEqual([{ payment_method: 'pm_1' }])
})

test('sends again after each confirmation by the bank', async () => {
  const { asked, sent, done } = cardFixture([setup, payment])
  expect(await done).toBe(billing)
  expect(asked).toEqual(['card', 'setup seti_1_secret', 'payment pi_1_secret'])
  const confirmed = { payment_method: 'pm_1', setup_intent: 'seti_1' }
  expect(sent.slice(1)).toEqual([confirmed, confirmed])
})

test("shows Stripe's own message about a card", async () => {
  await expect(
    cardFixture([], { card: { error: { message: 'Your card number is incomplete.' } } }).done,
  ).rejects.toThrow('Your card number is incomplete.')
})

test('sends nothing more after a failed confirmation', async () => {
  const { sent, done } = cardFixture([setup], { setup: { error: {} } })
  await expect(done).rejects.toThrow(NOT_CONFIRMED)
  expect(sent).toHaveLength(1)
})

test('gives up on a bank that keeps asking', async () => {
  const { sent, done } = cardFixture([setup, setup, setup, setup, setup])
  await expect(done).rejects.toThrow(NOT_CONFIRMED)
  expect(sent).toHaveLength(4)
})

test('asks again while Stripe settles the payment', async () => {
  const settling: CardAnswer = { kind: 'settling', intent: 'payment', billing: aBilling() }
  const { asked, sent, done } = cardFixture([payment, settling, settling])
  expect(await done).toBe(billing)
  expect(asked).toEqual(['card', 'payment pi_1_secret', 'pause', 'pause'])
  expect(sent).toHaveLength(4)
})

test('shows what is known when a payment settles slowly', async () => {
  const known = aBilling()
  const settling = Array.from({ length: 5 }, (): CardAnswer => ({
    kind: 'settling',
    intent: 'payment',
    billing: known,
  }))
  expect(await cardFixture(settling).done).toBe(known)
})

test('says so when a bank checks a card for long', async () => {
  const checking: CardAnswer = { kind: 'settling', intent: 'setup', setup_intent: 'seti_1' }
  const { sent, done } = cardFixture(Array.from({ length: 5 }, () => checking))
  await expect(done).rejects.toThrow(STILL_CHECKING)
  expect(sent.at(-1)).toEqual({ payment_method: 'pm_1', setup_intent: 'seti_1' })
})
