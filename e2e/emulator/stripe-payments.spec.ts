import type { Page } from '@playwright/test'
import type { Stripe } from 'stripe'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'

const bankDialog = (page: Page) => page.getByRole('dialog', { name: '3D Secure' })
const CARD_ASKING_BANK = 'pm_card_authenticationRequired'

/** The secret of the payment of a new subscription's first invoice, by the default card if there is one. */
async function firstPayment(api: Stripe, card?: string): Promise<string> {
  const { id: customer } = await api.customers.create({
    ...(card !== undefined && { payment_method: card, invoice_settings: { default_payment_method: card } }),
  })
  const { id: product } = await api.products.create({ name: 'Pro' })
  const { latest_invoice: invoice } = await api.subscriptions.create({
    customer,
    items: [{ price_data: { currency: 'usd', product, recurring: { interval: 'month' }, unit_amount: 349 } }],
    payment_behavior: card === undefined ? 'default_incomplete' : 'allow_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  return (invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? ''
}

const WAYS_TO_REFUSE = {
  Fail: (page: Page) => bankDialog(page).getByRole('button', { name: 'Fail' }).click(),
  'Escape after an outside press': async (page: Page) => {
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
  },
}

test("the bank's dialog completes, refuses and saves, as Stripe's does", async ({ page, open, api }) => {
  const shop = await open()
  const complete = page.getByRole('button', { name: 'Complete', includeHidden: true })
  const pay = (secret: string) => shop.evaluate(({ stripe }, it) => stripe.confirmCardPayment(it), secret)
  await test.step('it completes a payment that the server confirmed', async () => {
    const result = pay(await firstPayment(api, CARD_ASKING_BANK))
    await expect(bankDialog(page)).toContainText('a payment of $3.49')
    await expect(complete).toBeFocused()
    await expectNoAxeFindings(page, 'stand-in of a bank', '[data-stripe-stand-in]')
    await complete.click()
    expect((await result).paymentIntent).toMatchObject({ status: 'succeeded', amount: 349 })
    await expect(bankDialog(page)).toHaveCount(0)
  })
  for (const [how, refuse] of Object.entries(WAYS_TO_REFUSE))
    await test.step(`${how} refuses the authentication in Stripe's words`, async () => {
      const result = pay(await firstPayment(api, CARD_ASKING_BANK))
      await bankDialog(page).waitFor()
      await refuse(page)
      expect((await result).error).toMatchObject({
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_intent: { status: 'requires_payment_method' },
      })
    })
  await test.step('saving a card asks the bank', async () => {
    const { client_secret: secret } = await api.setupIntents.create({})
    const result = shop.evaluate(
      ({ stripe }, [it, method]) => stripe.confirmCardSetup(it, { payment_method: method }),
      [secret ?? '', CARD_ASKING_BANK] as const,
    )
    await expect(bankDialog(page)).toContainText('saving this card')
    await page.keyboard.press('Enter')
    expect((await result).setupIntent?.status).toBe('succeeded')
  })
  await test.step("like Stripe's own, the question lies under a modal dialog", async () => {
    const secret = await firstPayment(api, CARD_ASKING_BANK)
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    const result = pay(secret)
    await complete.waitFor()
    await expect(complete.click({ timeout: 500 })).rejects.toThrow(/intercepts pointer events/)
    await page.evaluate(() => document.querySelector('dialog')?.close())
    await complete.click()
    expect((await result).paymentIntent?.status).toBe('succeeded')
  })
})

test('a card pays or says why not, and misuse throws', async ({ open, api }) => {
  const shop = await open()
  await test.step("a declined card returns the bank's reason and the intent", async () => {
    const { error } = await shop.evaluate(
      ({ stripe }, it) => stripe.confirmCardPayment(it, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
      await firstPayment(api),
    )
    expect(error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    })
  })
  await test.step('a misuse of the API throws', async () => {
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
})
