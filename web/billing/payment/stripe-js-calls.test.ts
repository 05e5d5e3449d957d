import type { Stripe, StripeCardElement, StripeElements, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { cardMethod, confirmIntent, walletMethod } from './stripe-js-calls.ts'

/** A Stripe.js that always answers this; `asked` records its calls. */
function stripeThat(answer: object) {
  const asked: unknown[][] = []
  const call =
    (name: string) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args])
      return answer
    }
  const names = ['createPaymentMethod', 'confirmCardSetup', 'confirmCardPayment']
  // The code under test calls only these three methods.
  return { asked, stripe: Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Stripe }
}
const card = {} as StripeCardElement
const failing = (type: StripeError['type'], message = 'Words of Stripe.') => stripeThat({ error: { type, message } })
const payment = { of: 'payment', client_secret: 'pi_1_secret', payment_method: null } as const

test('turns a card into a payment method of this buyer', async () => {
  const { stripe, asked } = stripeThat({ paymentMethod: { id: 'pm_1' } })
  expect(await cardMethod(stripe, card, 'ada@example.com')).toEqual({ payment_method: 'pm_1' })
  expect(asked).toEqual([
    ['createPaymentMethod', { type: 'card', card, billing_details: { email: 'ada@example.com' } }],
  ])
})

test('reports an incomplete field at the card number', async () => {
  const { stripe } = failing('validation_error', 'Your card number is incomplete.')
  expect(await cardMethod(stripe, card, '')).toEqual({
    problem: { at: 'cardnumber', message: 'Your card number is incomplete.', code: null },
  })
})

test('reports a card that Stripe refuses at the card', async () => {
  expect(await cardMethod(failing('card_error').stripe, card, '')).toMatchObject({ problem: { at: 'card' } })
})

test.each(['api_connection_error', 'api_error', 'rate_limit_error'] as const)(
  'throws after %s, because the outcome is unknown',
  async (type) => {
    const { stripe } = failing(type)
    await expect(cardMethod(stripe, card, '')).rejects.toThrow(type)
    await expect(confirmIntent(stripe, payment)).rejects.toThrow(type)
  },
)

test("hands over the wallet's card once its form is valid", async () => {
  const { stripe, asked } = stripeThat({ paymentMethod: { id: 'pm_2' } })
  const elements = { submit: async () => ({ selectedPaymentMethod: 'card' }) } as unknown as StripeElements
  expect(await walletMethod(stripe, elements)).toEqual({ payment_method: 'pm_2' })
  const refusing = { submit: async () => ({ error: { type: 'validation_error', message: 'No.' } }) }
  expect(await walletMethod(stripe, refusing as unknown as StripeElements)).toMatchObject({
    problem: { message: 'No.' },
  })
  expect(asked).toHaveLength(1)
})

test('confirms setup and payment intents with their own calls', async () => {
  const { stripe, asked } = stripeThat({})
  expect(await confirmIntent(stripe, { of: 'setup', client_secret: 'seti_1', payment_method: 'pm_1' })).toBeNull()
  expect(await confirmIntent(stripe, payment)).toBeNull()
  expect(asked).toEqual([
    ['confirmCardSetup', 'seti_1', { payment_method: 'pm_1' }],
    ['confirmCardPayment', 'pi_1_secret', undefined],
  ])
})

test("reports failed authentication in Stripe's words", async () => {
  const { stripe } = failing('invalid_request_error', 'We are unable to authenticate your payment method.')
  expect(await confirmIntent(stripe, payment)).toMatchObject({
    at: 'card',
    message: 'We are unable to authenticate your payment method.',
  })
})
