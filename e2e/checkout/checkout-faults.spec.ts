import type { Page } from '@playwright/test'
import { blockStorage } from '../testing/block-storage.ts'
import {
  CARDS,
  expectWelcome,
  flash,
  openCheckout,
  payButton,
  PAYER,
  waitForCardField,
  tierNow,
  totalToday,
  typeCard,
} from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'
import { waitForHydration } from '../testing/scenes.ts'

const SUBSCRIBE = '**/api/subscriptions'
const liveSubscriptions = (site: {
  standIns: { stripe: { emulator: { store: { all(kind: 'subscription'): { status: string }[] } } } }
}) =>
  site.standIns.stripe.emulator.store
    .all('subscription')
    .filter(({ status }) => ['active', 'trialing'].includes(status)).length

// §8-01
test('after a lost answer one more press does not charge twice', async ({ page, site }) => {
  await openCheckout(page, site)
  const before = liveSubscriptions(site)
  const keys: (string | undefined)[] = []
  await page.route(SUBSCRIBE, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(flash(page)).toContainText('There was a problem submitting your payment')
  await expect(page.getByRole('main')).toContainText("You won't be charged twice")
  await expect(page.getByLabel('Yearly')).toBeDisabled()
  await payButton(page).click()
  await expectWelcome(page)
  expect(keys[1]).toBe(keys[0])
  expect(liveSubscriptions(site)).toBe(before + 1)
})

// §4.1-02 §4.1-04
test('a double press pays once', async ({ page, site }) => {
  await openCheckout(page, site)
  const before = liveSubscriptions(site)
  const line = await holdBack(page, SUBSCRIBE)
  await typeCard(page, CARDS.good)
  await payButton(page).dblclick()
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => line.held.length).toBe(1)
  await payButton(page).click({ force: true })
  await page.locator('form.checkout').evaluate((form: HTMLFormElement) => form.requestSubmit())
  line.release()
  await expectWelcome(page)
  expect(line.held).toHaveLength(1)
  expect(liveSubscriptions(site)).toBe(before + 1)
})

// §5-01 §8-02
test("a manipulated price is refused in the spec's words", async ({ page, site }) => {
  await openCheckout(page, site)
  await page.route(SUBSCRIBE, (route) => {
    const sent = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ ...sent, price: { ...sent.price, price_in_cents: 1 } }) })
  })
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page.locator('[data-field=price]')).toHaveText('Choose a price between $1.99 USD and $100 USD')
  await expect(flash(page)).toHaveCount(0)
  expect(await tierNow(page)).toBe('free')
})

test('a trial used in the meantime shows the new total before paying', async ({ page, site }) => {
  await openCheckout(page, site, { as: 'free@demo.test' })
  await typeCard(page, CARDS.good)
  // The user had a plan elsewhere by now.
  await page.route(SUBSCRIBE, async (route) => {
    await site.env.DB.prepare("update users set trial_used_at = 1 where email = 'free@demo.test'").run()
    return route.continue()
  })
  await payButton(page).click()
  await expect(page.locator('.order-summary .notice')).toHaveText(
    'A free trial is for your first plan. You can upgrade without one.',
  )
  await expect(totalToday(page)).toHaveText('$3.49')
  await expect(payButton(page)).toHaveText('Upgrade')
  expect(await tierNow(page)).toBe('free')
  await payButton(page).click()
  await expectWelcome(page)
})

test('blocked Stripe.js shows a Retry that works', async ({ page, site }) => {
  await signIn(page, site, PAYER)
  let blocked = true
  await page.route('**/stripe-js/stripe.js', (route) => (blocked ? route.abort() : route.continue()))
  await page.goto('/subscribe/pro')
  const panel = page.getByRole('alert').filter({ hasText: 'The card field could not be loaded' })
  await expect(panel).toContainText("Please be sure you've correctly completed the form. Contact us for help.")
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
  blocked = false
  await panel.getByRole('button', { name: 'Retry' }).click()
  await waitForCardField(page)
  await expect(panel).toHaveCount(0)
})

test('with storage blocked checkout pays', async ({ page, site }) => {
  await blockStorage(page)
  await openCheckout(page, site)
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await page.goBack()
  await expectNoPayForm(page)
})

async function expectNoPayForm(page: Page) {
  await waitForHydration(page)
  await expect(payButton(page)).toHaveCount(0)
}
