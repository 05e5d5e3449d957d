import type { Page } from '@playwright/test'
import { CARDS, expectWelcome, openCheckout, payButton, tierNow, totalToday, typeCard } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'

/** Sends the first `wrong` payment calls with an expired CSRF token. Returns the idempotency key of each call. */
async function sentWithExpired(page: Page, wrong: number) {
  const keys: (string | undefined)[] = []
  await page.route('**/api/subscriptions', (route) => {
    const headers = route.request().headers()
    keys.push(headers['idempotency-key'])
    return route.continue({ headers: { ...headers, ...(keys.length <= wrong && { 'x-csrf-token': 'expired' }) } })
  })
  return keys
}

test('an expired token is renewed by the same press', async ({ page, site }) => {
  await openCheckout(page, site)
  const keys = await sentWithExpired(page, 1)
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  const { emulator } = site.standIns.stripe
  const mine = emulator.store.all('subscription').filter(({ id }) => page.url().includes(id))
  expect(mine.map(({ status }) => status)).toEqual(['active'])
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('a second expired token keeps the form filled in', async ({ page, site }) => {
  await openCheckout(page, site)
  await page.getByLabel('Yearly').check()
  const keys = await sentWithExpired(page, 2)
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page.getByRole('main')).toContainText('This form has expired. Please try again.')
  expect(keys).toHaveLength(2)
  await expect(page.getByLabel('Yearly')).toBeChecked()
  await expect(totalToday(page)).toHaveText('$34.99')
  expect(await tierNow(page)).toBe('free')
  await payButton(page).click()
  await expectWelcome(page)
})
