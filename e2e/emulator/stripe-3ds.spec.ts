import type { Page } from '@playwright/test'
import type { Stripe } from 'stripe'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'

const bankDialog = (page: Page) => page.getByRole('dialog', { name: '3D Secure' })
const CARD_ASKING_BANK = 'pm_card_authenticationRequired'

async function paymentAskingBank(api: Stripe): Promise<string> {
  const { client_secret: secret } = await api.paymentIntents.create({
    amount: 349,
    currency: 'usd',
    payment_method: CARD_ASKING_BANK,
    confirm: true,
    return_url: 'https://shop.test/',
  })
  return secret ?? ''
}

test('the dialog completes a payment that the server confirmed', async ({ page, open, api }) => {
  const shop = await open()
  const secret = await paymentAskingBank(api)
  const result = shop.evaluate(({ stripe }, it) => stripe.confirmCardPayment(it), secret)
  await expect(bankDialog(page)).toContainText('a payment of $3.49')
  await expect(bankDialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await expectNoAxeFindings(page, '[data-stripe-stand-in]')
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  expect((await result).paymentIntent).toMatchObject({ status: 'succeeded', amount: 349 })
  await expect(bankDialog(page)).toHaveCount(0)
})

for (const [how, refuse] of [
  ['Fail', (page: Page) => bankDialog(page).getByRole('button', { name: 'Fail' }).click()],
  [
    'Escape after an outside press',
    async (page: Page) => {
      await page.mouse.click(5, 5)
      await page.keyboard.press('Escape')
    },
  ],
] as const) {
  test(`${how} refuses the authentication in Stripe's words`, async ({ page, open, api }) => {
    const shop = await open()
    const secret = await paymentAskingBank(api)
    const result = shop.evaluate(({ stripe }, it) => stripe.confirmCardPayment(it), secret)
    await bankDialog(page).waitFor()
    await refuse(page)
    expect((await result).error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: { status: 'requires_payment_method' },
    })
  })
}

test('saving a card asks the bank', async ({ page, open, api }) => {
  const shop = await open()
  const { client_secret: secret } = await api.setupIntents.create({})
  const result = shop.evaluate(({ stripe }, [it, method]) => stripe.confirmCardSetup(it, { payment_method: method }), [
    secret ?? '',
    CARD_ASKING_BANK,
  ] as const)
  await expect(bankDialog(page)).toContainText('saving this card')
  await page.keyboard.press('Enter')
  expect((await result).setupIntent?.status).toBe('succeeded')
})

test("a declined card returns the bank's reason and the intent", async ({ open, api }) => {
  const shop = await open()
  const { client_secret: secret } = await api.paymentIntents.create({ amount: 349, currency: 'usd' })
  const { error } = await shop.evaluate(
    ({ stripe }, it) => stripe.confirmCardPayment(it, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
    secret ?? '',
  )
  expect(error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { status: 'requires_payment_method' },
  })
})

test("like Stripe's own, the question lies under a modal dialog", async ({ page, open, api }) => {
  const shop = await open()
  const secret = await paymentAskingBank(api)
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  const result = shop.evaluate(({ stripe }, it) => stripe.confirmCardPayment(it), secret)
  const complete = page.getByRole('button', { name: 'Complete', includeHidden: true })
  await complete.waitFor()
  await expect(complete.click({ timeout: 500 })).rejects.toThrow(/intercepts pointer events/)
  await page.evaluate(() => document.querySelector('dialog')?.close())
  await complete.click()
  expect((await result).paymentIntent?.status).toBe('succeeded')
})
