import type { Page, Request } from '@playwright/test'
import {
  bankDialog,
  CARDS,
  expectWelcome,
  openCheckout,
  payButton,
  PAYER,
  waitForCardField,
  typeCard,
} from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

/** Records every call of the page. `named` finds them by `POST /path`. */
function callsOf(page: Page): { all: Request[]; named(name: string): Request[] } {
  const all: Request[] = []
  page.on('request', (request) => all.push(request))
  return { all, named: (name) => all.filter((each) => `${each.method()} ${new URL(each.url()).pathname}` === name) }
}

// §4.1-06 §7-17 §7-19 §7-23 §7-24
test('checkout calls the server in the documented shapes', async ({ page, site }) => {
  const calls = callsOf(page)
  await openCheckout(page, site)
  // Opening checkout creates the customer, before any press.
  await expect.poll(() => calls.named('POST /api/customers')).toHaveLength(1)
  await page.getByRole('button', { name: 'Apply promo' }).click()
  await page.getByLabel('Promo code').fill('WELCOME20')
  await page.getByLabel('Promo code').press('Enter')
  await expect(page.locator('.promo-field .copy')).not.toBeEmpty()
  const [promo] = calls.named('POST /subscriptions/validate_promo_code')
  expect(promo?.postDataJSON()).toEqual({
    code: 'WELCOME20',
    currency: 'usd',
    month_price_in_cents: 349,
    year_price_in_cents: 3499,
  })
  await page.getByLabel('Yearly').check()
  await typeCard(page, CARDS.asksBank)
  await payButton(page).click()
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  await expectWelcome(page)
  const [sent, ...more] = calls.named('POST /api/subscriptions')
  expect(more).toEqual([])
  expect(sent?.headers()).toMatchObject({
    'content-type': 'application/json',
    'x-csrf-token': expect.stringMatching(/./),
    'x-requested-with': 'XMLHttpRequest',
  })
  expect(sent?.postDataJSON()).toMatchObject({
    plan_id: 'intermediate_pro',
    product_id: expect.stringMatching(/^prod_/),
    payment_method: expect.stringMatching(/^pm_/),
    promo_code: 'WELCOME20',
    price: { price_type: 'yearly', price_in_cents: 3499, currency: 'usd' },
  })
  const id = /sub_\w+/.exec(page.url())?.[0]
  expect(calls.named(`GET /api/subscriptions/${id}`).length).toBeGreaterThan(0)
})

// §7-17
test('a refused customer call is explained above the button', async ({ page, site }) => {
  await page.route('**/api/customers', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'store_billed', message: 'Your subscription is billed by an app store.' }, errors: [] },
    }),
  )
  await openCheckout(page, site)
  await expect(page.locator('.checkout .error-panel')).toHaveText('Your subscription is billed by an app store.')
})

test('a connection page loads nothing of checkout or Stripe', async ({ page, site }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(`${response.url()}\n${await response.text().catch(() => '')}`)
  })
  // A lazy part's list of its files names what it would load; "stripe" is who bills a plan, which any page may know.
  const codeOf = (text: string) => text.replaceAll(/"assets\/[^"]+"/g, '')
  const paying = () => scripts.filter((text) => /Stripe/.test(codeOf(text))).map((text) => text.split('\n')[0])
  await signIn(page, site, PAYER)
  scripts.length = 0
  await page.goto('/applets/star-to-sheet')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(1)
  expect(paying()).toEqual([])
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await expect.poll(() => paying().length).toBeGreaterThan(1)
})
