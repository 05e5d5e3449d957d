import type { JSHandle, Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'
import type { Shop } from './shop/page.ts'

const ready = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.find(({ name }) => name === 'wallet ready'))
const told = (shop: JSHandle<Shop>) => shop.evaluate(({ heard }) => heard.map(({ name }) => name).slice(-3))
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

const googlePay = (page: Page) => page.getByRole('button', { name: 'Google Pay' })

const OTHER_BROWSERS = {
  'Apple Pay': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  Link: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
}

test('a wallet is offered where there is one, by its name', async ({ page, context, open, emulator }) => {
  await test.step('without a wallet the page learns so and shows no button', async () => {
    const shop = await open()
    await expect.poll(() => ready(shop)).toMatchObject({ event: { elementType: 'expressCheckout' } })
    expect(JSON.stringify(await ready(shop))).not.toContain('availablePaymentMethods')
    await expect(page.locator('#wallets')).toBeEmpty()
  })
  await test.step("the emulator's switch offers the wallet", async () => {
    emulator.control.setWallet('ready')
    const shop = await open()
    await expect(googlePay(page)).toBeVisible()
    expect(await ready(shop)).toMatchObject({
      event: { elementType: 'expressCheckout', availablePaymentMethods: { paypal: false, googlePay: true } },
    })
  })
  await test.step('a late wallet is ready after a page stops waiting', async () => {
    emulator.control.setWallet('late')
    const shop = await open()
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
    await expect(googlePay(page)).toBeVisible()
  })
  emulator.control.setWallet('ready')
  const devtools = await context.newCDPSession(page)
  for (const [name, userAgent] of Object.entries(OTHER_BROWSERS))
    await test.step(`in another browser the same sheet stands for ${name}`, async () => {
      await devtools.send('Emulation.setUserAgentOverride', { userAgent })
      await open()
      await page.getByRole('button', { name }).click()
      await expect(sheet(page, name)).toContainText('Total$3.49')
    })
})

test("a wallet's sheet shows the price, pays, and says why not", async ({ page, open, emulator }) => {
  emulator.control.setWallet('ready')
  const shop = await open()
  const button = googlePay(page)
  const dialog = sheet(page, 'Google Pay')
  const pay = dialog.getByRole('button', { name: 'Pay', exact: true })
  await test.step('Cancel and Escape are reported', async () => {
    for (const leave of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await button.click()
      await expect(dialog).toContainText('Pro, monthly$3.49Total$3.49')
      await leave()
      await expect(dialog).toBeHidden()
      expect(await told(shop)).toContain('wallet cancel')
      await expect(button).toBeFocused()
    }
  })
  await test.step('Pay makes a payment method after submit and closes the sheet', async () => {
    await button.click()
    await dialog.getByLabel('Card').selectOption('Visa •••• 9995, no funds')
    await pay.click()
    await expect(dialog.getByRole('status')).toHaveText('Processing…')
    const create = () =>
      shop.evaluate(({ stripe, wallets }) =>
        stripe.createPaymentMethod({ elements: wallets }).catch((error: Error) => error.message),
      )
    expect(await create()).toBe('elements.submit() must be called before stripe.createPaymentMethod().')
    expect(await shop.evaluate(({ wallets }) => wallets.submit())).toEqual({ selectedPaymentMethod: 'google_pay' })
    expect(await create()).toMatchObject({
      paymentMethod: { card: { last4: '9995' }, billing_details: { name: 'Ada Lovelace' } },
    })
    await expect(dialog).toBeHidden()
    expect(await create(), 'what the customer agreed to is used once').toMatch(/has not been confirmed/)
  })
  await test.step('a failed payment says why in the sheet, which stays usable', async () => {
    await shop.evaluate((it) => {
      it.onConfirm = (failed) => failed('Your card was declined.')
    })
    await button.click()
    await pay.click()
    await expect(dialog.getByRole('status')).toHaveText('Your card was declined.')
    await expect(pay).toBeEnabled()
    await expectNoAxeFindings(page, 'stand-in of a wallet with an error', '[data-stripe-stand-in]')
  })
  const silent = await open('#silent')
  await test.step('a page that answers the press too late gets no sheet', async () => {
    const answered = silent.evaluate(
      ({ express }) =>
        new Promise<void>((resolve) => {
          express.on('click', (event) => setTimeout(() => resolve(event.resolve()), 1050))
        }),
    )
    await button.click()
    await answered
    await expect(dialog).toHaveCount(0)
  })
  await test.step('line items above the total are refused', async () => {
    const refused = silent.evaluate(async ({ express, wallets }) => {
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
    await button.click()
    expect(await refused).toBe(
      'IntegrationError: The amount 0 is less than the total amount of the line items provided 349.',
    )
    await expect(dialog).toHaveCount(0)
  })
})
