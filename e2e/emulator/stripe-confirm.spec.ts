import { expect, test } from './shop/fixture.ts'

test('the card field confirms a payment', async ({ page, open, api }) => {
  const shop = await open()
  await shop.evaluate(({ card }) => card.update({ hidePostalCode: true }))
  const { client_secret: secret } = await api.paymentIntents.create({ amount: 349, currency: 'usd' })
  const confirm = () =>
    shop.evaluate(({ stripe, card }, it) => stripe.confirmCardPayment(it, { payment_method: { card } }), secret ?? '')
  expect((await confirm()).error?.code).toBe('incomplete_number')
  await page.keyboard.type('42424242424242421230123')
  expect((await confirm()).paymentIntent?.status).toBe('succeeded')
  expect((await confirm()).error, 'once is enough').toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('a misuse of the API throws', async ({ open, api }) => {
  const shop = await open()
  const { client_secret: secret } = await api.setupIntents.create({})
  const messages = await shop.evaluate(async ({ stripe, card }, clientSecret) => {
    const attempts = [
      () => stripe.confirmCardPayment(clientSecret),
      () => stripe.createPaymentMethod({ type: 'card', card: { ...card } }),
      async () => window.Stripe?.('sk_test_switchyard'),
      async () => stripe.elements().create('cardNumber'),
    ]
    const said: string[] = []
    for (const attempt of attempts)
      await attempt().catch((error: Error) => said.push(`${error.name}: ${error.message}`))
    return said
  }, secret ?? '')
  expect(messages).toEqual([
    expect.stringContaining('IntegrationError: Invalid value for stripe.confirmPayment intent secret'),
    expect.stringContaining('was not made by this Stripe instance'),
    expect.stringContaining('You should not use your secret key with Stripe.js'),
    'IntegrationError: A valid Element name must be provided. You specified: cardNumber.',
  ])
})
