import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from './shop/fixture.ts'

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
const field = (page: Page, name: string) => frame(page).locator(`[name=${name}]`)

test('a card is typed across its fields, and Enter submits the form', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 724, height: 640 })
  const shop = await open()
  await test.step('messages from other windows are ignored', async () => {
    await page.evaluate(() => {
      const message = { kind: 'entered' }
      postMessage({ mark: 'stripe-js-stand-in', message }, '*')
      const other = document.createElement('iframe')
      document.body.append(other)
      other.contentWindow?.postMessage({ mark: 'stripe-js-stand-in', message: { kind: 'focus' } }, '*')
      other.remove()
    })
  })
  await page.getByText('Card', { exact: true }).click()
  await expect(field(page, 'cardnumber')).toBeFocused()
  await page.keyboard.type('42424242424242421230123')
  await expect(field(page, 'cardnumber')).toHaveValue('4242 4242 4242 4242')
  await expect(field(page, 'exp-date')).toHaveValue('12 / 30')
  await expect(field(page, 'cvc')).toHaveValue('123')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => shop.evaluate(({ heard }) => heard.at(-1)?.name)).toBe('card escape')
  const { names, last } = await shop.evaluate(({ heard }) => ({
    names: [...new Set(heard.map(({ name }) => name))].filter((name) => !name.startsWith('wallet')),
    last: heard.findLast(({ name }) => name === 'card change')?.event,
  }))
  expect(names).toEqual(['card ready', 'card change', 'submit', 'card escape'])
  expect(last).toEqual({
    elementType: 'card',
    empty: false,
    complete: true,
    brand: 'visa',
    value: { postalCode: '' },
    error: undefined,
  })
  await test.step('a destroyed element is refused', async () => {
    const refused = await shop.evaluate(async ({ stripe, card }) => {
      card.destroy()
      return stripe
        .createPaymentMethod({ type: 'card', card })
        .catch((error: Error) => `${error.name}: ${error.message}`)
    })
    expect(refused).toMatch(/^IntegrationError: .*was not made by this Stripe instance/)
    await expect(page.locator('iframe')).toHaveCount(0)
  })
  await test.step('at 320 px the card fits one row and passes axe', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: 'light' })
    await open()
    await field(page, 'cardnumber').fill('4242424242424242')
    await expect(field(page, 'exp-date')).toBeFocused()
    for (const name of ['exp-date', 'cvc']) await expect(field(page, name)).toBeInViewport({ ratio: 0.99 })
    await field(page, 'exp-date').fill('1220')
    await expectNoAxeFindings(page, 'stand-in of a card field with an error')
  })
})

test('a card becomes a payment method that hides it from the page', async ({ page, open, emulator }) => {
  const shop = await open()
  const create = () =>
    shop.evaluate(({ stripe, card }) =>
      stripe.createPaymentMethod({ type: 'card', card, billing_details: { email: 'ada@demo.test' } }),
    )
  await test.step('an unfinished card is not sent and focuses its field', async () => {
    await field(page, 'cardnumber').fill('4242424242424242')
    expect((await create()).error).toEqual({
      type: 'validation_error',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    })
    await expect(field(page, 'exp-date')).toBeFocused()
    await expect(field(page, 'exp-date')).toHaveAttribute('aria-invalid', 'true')
    expect(emulator.control.calls()).toEqual([])
  })
  await field(page, 'cardnumber').fill('5555555555554444')
  await field(page, 'exp-date').fill('12/2030')
  await field(page, 'cvc').fill('123')
  const requests: (string | undefined)[] = []
  page.on('request', (request) => requests.push(request.frame().parentFrame() ? 'frame' : request.url()))
  const { paymentMethod } = await create()
  expect(paymentMethod).toMatchObject({
    card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2030 },
    billing_details: { email: 'ada@demo.test' },
  })
  expect(new Set(requests)).toEqual(new Set(['frame']))
  expect(emulator.store.get('payment_method', paymentMethod?.id ?? '')).toBeDefined()
  await test.step("a refused card or a dead connection returns Stripe's error", async () => {
    await field(page, 'cardnumber').fill('4111111111111111')
    expect((await create()).error).toMatchObject({ type: 'card_error', code: 'card_declined' })
    // Browsers retry a call on a reused connection that was closed, so every retry fails too.
    emulator.control.fail({ kind: 'drop', on: 'POST /v1/payment_methods', times: 10 })
    expect((await create()).error?.type).toBe('api_connection_error')
  })
})
