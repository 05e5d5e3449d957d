import { expect, test } from './shop/fixture.ts'

test('a payment is confirmed with what stands in the card field', async ({ page, open, api }) => {
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

test('a payment is confirmed with the wallet, and the page stays where no redirect is needed', async ({
  page,
  open,
  api,
}) => {
  const shop = await open('/?wallet=google')
  const { client_secret: secret } = await api.paymentIntents.create({ amount: 349, currency: 'usd' })
  await page.getByRole('button', { name: 'Subscribe with Google Pay' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const result = await shop.evaluate(async ({ stripe, wallets }, clientSecret) => {
    await wallets.submit()
    return stripe.confirmPayment({ elements: wallets, clientSecret, redirect: 'if_required' })
  }, secret ?? '')
  expect(result.paymentIntent).toMatchObject({ status: 'succeeded', amount: 349 })
  await expect(page.getByRole('dialog', { name: 'Google Pay' })).toBeHidden()
})

test('a card is saved, and the page is left for the return address with what became of it', async ({
  page,
  open,
  api,
}) => {
  const shop = await open()
  const { id, client_secret: secret } = await api.setupIntents.create({})
  void shop.evaluate(({ stripe }, clientSecret) => {
    void stripe.confirmSetup({
      clientSecret,
      confirmParams: { payment_method: 'pm_card_visa', return_url: `${location.origin}/?back` },
    })
  }, secret ?? '')
  await page.waitForURL(/redirect_status=succeeded/)
  const query = new URL(page.url()).searchParams
  expect([query.has('back'), query.get('setup_intent'), query.get('setup_intent_client_secret')]).toEqual([
    true,
    id,
    secret,
  ])
})

test('what only a faulty page does is thrown and not answered', async ({ open, api }) => {
  const shop = await open()
  const { client_secret: secret } = await api.setupIntents.create({})
  const messages = await shop.evaluate(async ({ stripe, card }, clientSecret) => {
    const attempts = [
      () => stripe.confirmCardPayment(clientSecret),
      () => stripe.handleNextAction({ clientSecret }),
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
    'IntegrationError: handleNextAction: The SetupIntent supplied is not in the requires_action state.',
    expect.stringContaining('was not made by this Stripe instance'),
    expect.stringContaining('You should not use your secret key with Stripe.js'),
    'IntegrationError: A valid Element name must be provided. You specified: cardNumber.',
  ])
})
