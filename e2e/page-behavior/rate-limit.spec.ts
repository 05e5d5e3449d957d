import type { Page } from '@playwright/test'
import { CARDS, expectWelcome, openCheckout, payButton, totalToday, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const TOO_MANY = 'Too many tries. Please wait a little and try again.'

/** Answers the call as the rate limiter does (worker/http/limit-calls.workerd.test.ts) until the minute is over. */
async function rateLimit(page: Page, path: string) {
  const minute = { over: false }
  await page.route(path, (route) =>
    minute.over || route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 429,
          headers: { 'retry-after': '60' },
          json: { error: { code: 'rate_limited', message: TOO_MANY }, errors: [] },
        }),
  )
  return minute
}

test('a rate-limited connection page says so and recovers', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await waitForHydration(page)
  const minute = await rateLimit(page, '**/api/applets/*/disable')
  await mainButton(page).click()
  await expect(page.getByRole('alert')).toContainText(TOO_MANY)
  await expect(mainButton(page)).toHaveText('Connected')
  minute.over = true
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText('Reconnect')
})

test('a rate-limited checkout keeps the form filled in', async ({ page, site }) => {
  await openCheckout(page, site)
  const minute = await rateLimit(page, '**/api/subscriptions')
  await page.getByLabel('Yearly').check()
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page.getByRole('main')).toContainText(TOO_MANY)
  await expect(totalToday(page)).toHaveText('$34.99')
  minute.over = true
  await payButton(page).click()
  await expectWelcome(page)
})
