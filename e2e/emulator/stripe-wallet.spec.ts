import type { JSHandle, Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'
import type { Shop } from './shop/page.ts'

const ready = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.find(({ name }) => name === 'wallet ready'))
const told = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.map(({ name }) => name).slice(-3))
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

const WALLETS = [
  { wallet: 'apple', key: 'applePay', button: 'Subscribe with Apple Pay' },
  { wallet: 'google', key: 'googlePay', button: 'Subscribe with Google Pay' },
  { wallet: 'link', key: 'link', button: 'Pay with Link' },
]
for (const { wallet, key, button } of WALLETS) {
  test(`a browser with ${key} is offered it, by the page's address or by the emulator's switch`, async ({
    page,
    open,
    emulator,
  }) => {
    const shop = await open(`/?wallet=${wallet}`)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    expect(await ready(shop)).toMatchObject({
      event: { elementType: 'expressCheckout', availablePaymentMethods: { paypal: false, [key]: true } },
    })
    emulator.control.setWallet(wallet as 'apple')
    await open()
    await expect(page.getByRole('button', { name: button })).toBeVisible()
  })
}

test('a browser without a wallet is told so, and shows no button', async ({ page, open }) => {
  const shop = await open()
  await expect.poll(() => ready(shop)).toMatchObject({ event: { elementType: 'expressCheckout' } })
  expect(
    await shop.evaluate(({ heard }) => JSON.stringify(heard.find(({ name }) => name === 'wallet ready'))),
  ).not.toContain('availablePaymentMethods')
  await expect(page.locator('#wallets')).toBeEmpty()
})

test('a late wallet is ready only when the second that a page waits is over (§9)', async ({ open, page }) => {
  const shop = await open('/?wallet=late')
  const waited = await shop.evaluate(
    ({ express, wallets }) =>
      new Promise<number>((resolve) => {
        express.destroy()
        const start = performance.now()
        const again = wallets.create('expressCheckout')
        again.on('ready', () => resolve(performance.now() - start))
        again.mount('#wallets')
      }),
  )
  expect(waited).toBeGreaterThanOrEqual(1190)
  await expect(page.getByRole('button', { name: 'Google Pay' })).toBeVisible()
})

test('the sheet shows what is paid; Cancel and Escape leave it and are told (§4.1)', async ({ page, open }) => {
  const shop = await open('/?wallet=google')
  const button = page.getByRole('button', { name: 'Subscribe with Google Pay' })
  const googlePay = sheet(page, 'Google Pay')
  for (const leave of [
    () => googlePay.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await button.click()
    await expect(googlePay).toContainText('Pro, monthly$3.49Total$3.49')
    await leave()
    await expect(googlePay).toBeHidden()
    expect(await told(shop)).toContain('wallet cancel')
    await expect(button).toBeFocused()
  }
})

test('Pay makes a payment method of the chosen card, once the page has submitted, and the sheet closes', async ({
  page,
  open,
}) => {
  const shop = await open('/?wallet=google')
  await page.getByRole('button', { name: 'Subscribe with Google Pay' }).click()
  await sheet(page, 'Google Pay').getByLabel('Card').selectOption('Visa •••• 9995, no funds')
  await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay' }).click()
  await expect(sheet(page, 'Google Pay').getByRole('status')).toHaveText('Processing…')
  const create = () =>
    shop.evaluate(({ stripe, wallets }) =>
      stripe.createPaymentMethod({ elements: wallets }).catch((error: Error) => error.message),
    )
  expect(await create()).toBe('elements.submit() must be called before stripe.createPaymentMethod().')
  expect(await shop.evaluate(({ wallets }) => wallets.submit())).toEqual({ selectedPaymentMethod: 'google_pay' })
  expect(await create()).toMatchObject({
    paymentMethod: { card: { last4: '9995' }, billing_details: { name: 'Ada Lovelace' } },
  })
  await expect(sheet(page, 'Google Pay')).toBeHidden()
  expect(await create(), 'what the customer agreed to is used once').toMatch(/has not been confirmed/)
})

test('a payment that failed says why in the sheet, which can be used again', async ({ page, open }) => {
  const shop = await open('/?wallet=apple')
  await shop.evaluate((it) => {
    it.onConfirm = (failed) => failed('Your card was declined.')
  })
  await page.getByRole('button', { name: 'Subscribe with Apple Pay' }).click()
  const pay = sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay' })
  await pay.click()
  await expect(sheet(page, 'Apple Pay').getByRole('status')).toHaveText('Your card was declined.')
  await expect(pay).toBeEnabled()
  await expectNoAxeFindings(page, '[data-stripe-stand-in]')
})

test('a page that does not answer the press within a second gets no sheet', async ({ page, open }) => {
  await open('/?wallet=google#silent')
  await page.getByRole('button', { name: 'Subscribe with Google Pay' }).click()
  await page.waitForTimeout(1100)
  await expect(sheet(page, 'Google Pay')).toHaveCount(0)
})

test('lines that add up to more than the total are refused, so a trial has a line of 0 (§9)', async ({
  page,
  open,
}) => {
  const shop = await open('/?wallet=google#silent')
  const refused = shop.evaluate(async ({ express, wallets }) => {
    await wallets.update({ amount: 0 })
    return new Promise<string>((resolve) => {
      express.on('click', (event) => {
        try {
          event.resolve({ lineItems: [{ name: 'Pro, monthly', amount: 349 }] })
        } catch (error) {
          resolve(String(error))
        }
      })
    })
  })
  await page.getByRole('button', { name: 'Subscribe with Google Pay' }).click()
  expect(await refused).toBe(
    'IntegrationError: The amount 0 is less than the total amount of the line items provided 349.',
  )
  await expect(sheet(page, 'Google Pay')).toHaveCount(0)
})
