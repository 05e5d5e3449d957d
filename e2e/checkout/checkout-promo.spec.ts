import type { Page, Request } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import {
  bankDialog,
  CARDS,
  expectWelcome,
  flash,
  openCheckout,
  payButton,
  totalToday,
  typeCard,
} from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'

/** Records every call of the page. The result finds them by `POST /path`. */
function callsOf(page: Page): (name: string) => Request[] {
  const all: Request[] = []
  page.on('request', (request) => all.push(request))
  return (name) => all.filter((each) => `${each.method()} ${new URL(each.url()).pathname}` === name)
}

/** Lets the code expire at Stripe, or brings it back. */
function setActive({ standIns }: Stack, code: string, active: boolean): void {
  const { store } = standIns.stripe.emulator
  for (const each of store.all('promotion_code'))
    if (each.code === code) store.put('promotion_code', { ...each, active })
}

// §2.3-06 §4.1-06 §4.4-03 §4.4-05 §4.4-06 §5-03 §5-08 §5-11 §7-17 §7-19 §7-23 §7-24
test('a promo code changes the total and the charge', async ({ page, site }) => {
  const calls = callsOf(page)
  await openCheckout(page, site)
  // Opening checkout creates the customer, before any press.
  await expect.poll(() => calls('POST /api/customers')).toHaveLength(1)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  const code = page.getByLabel('Promo code')
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  await expect(code).toBeFocused()
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await test.step('an invalid code says so; leaving the field applies a valid one', async () => {
    await code.fill('NOSUCHCODE')
    await apply.click()
    await expect(page.locator('.promo-field .error')).toHaveText('Invalid promo code')
    await code.press('End')
    await code.pressSequentially('X')
    await expect(page.locator('.promo-field .error')).toHaveCount(0)
    await page.route('**/subscriptions/validate_promo_code', (route) => route.abort(), { times: 1 })
    await apply.click()
    await expect(page.locator('.promo-field .error')).toHaveText('Invalid promo code')
    await expect(page.locator('.promo-field output')).toHaveText(/^It could not be checked\./)
    await code.fill('FOREVER10')
    await code.blur()
    await expect(page.locator('.promo-field .copy')).toHaveText('$3.14 a month')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(code).toHaveValue('')
    await expect(totalToday(page)).toHaveText('$3.49')
  })
  await test.step('a valid code changes both prices', async () => {
    await code.fill('WELCOME20')
    await expect(apply).not.toHaveAttribute('aria-disabled')
    const line = await holdBack(page, '**/subscriptions/validate_promo_code')
    await code.press('Enter')
    await expect(apply).toHaveAttribute('aria-disabled', 'true')
    line.release()
    await expect(page.locator('.promo-field .copy')).toHaveText('$2.79 for the first month, then $3.49 a month')
    await expect(code).toHaveJSProperty('readOnly', true)
    await expect(apply).toHaveAttribute('aria-disabled', 'true')
    await expect(totalToday(page)).toHaveText('$2.79')
    await page.getByLabel('Yearly').check()
    await expect(totalToday(page)).toHaveText('$27.99')
    expect(calls('POST /subscriptions/validate_promo_code').at(-1)?.postDataJSON()).toEqual({
      code: 'WELCOME20',
      currency: 'usd',
      month_price_in_cents: 349,
      year_price_in_cents: 3499,
    })
  })
  const charges = () => site.standIns.stripe.emulator.store.all('charge').map(({ amount }) => amount)
  await test.step('a code that expires before payment charges nothing', async () => {
    setActive(site, 'WELCOME20', false)
    const before = charges()
    await typeCard(page, CARDS.good)
    await payButton(page).click()
    await expect(flash(page)).toContainText('Invalid promo code')
    await expect(page.locator('.promo-field .error')).toHaveText('Invalid promo code')
    await expect(totalToday(page)).toHaveText('$34.99')
    expect(charges()).toEqual(before)
    setActive(site, 'WELCOME20', true)
  })
  await code.fill('WELCOME20')
  await code.press('Enter')
  await expect(totalToday(page)).toHaveText('$27.99')
  await typeCard(page, CARDS.asksBank)
  await payButton(page).click()
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  await expectWelcome(page)
  expect(charges()).toContain(2799)
  await test.step('checkout calls the server in the documented shapes', async () => {
    const sent = calls('POST /api/subscriptions')
    expect(sent).toHaveLength(2)
    expect(sent[1]?.headers()).toMatchObject({
      'content-type': 'application/json',
      'x-csrf-token': expect.stringMatching(/./),
      'x-requested-with': 'XMLHttpRequest',
    })
    expect(sent[1]?.postDataJSON()).toMatchObject({
      plan_id: 'intermediate_pro',
      product_id: expect.stringMatching(/^prod_/),
      payment_method: expect.stringMatching(/^pm_/),
      promo_code: 'WELCOME20',
      price: { price_type: 'yearly', price_in_cents: 3499, currency: 'usd' },
    })
    const id = /sub_\w+/.exec(page.url())?.[0]
    expect(calls(`GET /api/subscriptions/${id}`).length).toBeGreaterThan(0)
  })
})
