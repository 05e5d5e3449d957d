import type { JSHandle, Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'
import type { Shop } from './shop/page.ts'

const ready = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.find(({ name }) => name === 'wallet ready'))
const told = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.map(({ name }) => name).slice(-3))
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

test("the address or the emulator's switch offers the wallet", async ({ page, open, emulator }) => {
  const shop = await open('/?wallet=ready')
  const button = page.getByRole('button', { name: 'Google Pay' })
  await expect(button).toBeVisible()
  expect(await ready(shop)).toMatchObject({
    event: { elementType: 'expressCheckout', availablePaymentMethods: { paypal: false, googlePay: true } },
  })
  emulator.control.setWallet('ready')
  await open()
  await expect(button).toBeVisible()
})

test.describe('in Safari', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15' })
  test('the same sheet stands for Apple Pay', async ({ page, open }) => {
    await open('/?wallet=ready')
    await page.getByRole('button', { name: 'Apple Pay' }).click()
    await expect(sheet(page, 'Apple Pay')).toContainText('Total$3.49')
  })
})

test.describe('in another browser', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' })
  test('the same sheet stands for Link', async ({ page, open }) => {
    await open('/?wallet=ready')
    await page.getByRole('button', { name: 'Link' }).click()
    await expect(sheet(page, 'Link')).toContainText('Total$3.49')
  })
})

test('without a wallet the page learns so and shows no button', async ({ page, open }) => {
  const shop = await open()
  await expect.poll(() => ready(shop)).toMatchObject({ event: { elementType: 'expressCheckout' } })
  expect(
    await shop.evaluate(({ heard }) => JSON.stringify(heard.find(({ name }) => name === 'wallet ready'))),
  ).not.toContain('availablePaymentMethods')
  await expect(page.locator('#wallets')).toBeEmpty()
})

test('a late wallet is ready after a page stops waiting', async ({ open, page }) => {
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

test('the sheet shows the price, and Cancel and Escape are reported', async ({ page, open }) => {
  const shop = await open('/?wallet=ready')
  const button = page.getByRole('button', { name: 'Google Pay' })
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

test('Pay makes a payment method after submit and closes the sheet', async ({ page, open }) => {
  const shop = await open('/?wallet=ready')
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await sheet(page, 'Google Pay').getByLabel('Card').selectOption('Visa •••• 9995, no funds')
  await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay', exact: true }).click()
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

test('a failed payment says why in the sheet, which stays usable', async ({ page, open }) => {
  const shop = await open('/?wallet=ready')
  await shop.evaluate((it) => {
    it.onConfirm = (failed) => failed('Your card was declined.')
  })
  await page.getByRole('button', { name: 'Google Pay' }).click()
  const pay = sheet(page, 'Google Pay').getByRole('button', { name: 'Pay', exact: true })
  await pay.click()
  await expect(sheet(page, 'Google Pay').getByRole('status')).toHaveText('Your card was declined.')
  await expect(pay).toBeEnabled()
  await expectNoAxeFindings(page, '[data-stripe-stand-in]')
})

test('a page that answers the press too late gets no sheet', async ({ page, open }) => {
  await open('/?wallet=ready#silent')
  await page.getByRole('button', { name: 'Google Pay' }).click()
  await page.waitForTimeout(1100)
  await expect(sheet(page, 'Google Pay')).toHaveCount(0)
})

test('line items above the total are refused', async ({ page, open }) => {
  const shop = await open('/?wallet=ready#silent')
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
  await page.getByRole('button', { name: 'Google Pay' }).click()
  expect(await refused).toBe(
    'IntegrationError: The amount 0 is less than the total amount of the line items provided 349.',
  )
  await expect(sheet(page, 'Google Pay')).toHaveCount(0)
})
