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
import { waitForHydration } from '../testing/scenes.ts'

const SUBSCRIBE = '**/api/subscriptions'
const liveSubscriptions = (site: {
  standIns: { stripe: { emulator: { store: { all(kind: 'subscription'): { status: string }[] } } } }
}) =>
  site.standIns.stripe.emulator.store
    .all('subscription')
    .filter(({ status }) => ['active', 'trialing'].includes(status)).length

// §4.1-02 §4.1-04 §8-01
test('blocked Stripe.js, a double press and a lost answer pay once', async ({ page, site }) => {
  await signIn(page, site, PAYER)
  await test.step('blocked Stripe.js shows a Retry that works', async () => {
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
  const before = liveSubscriptions(site)
  const keys: (string | undefined)[] = []
  const { promise: line, resolve: release } = Promise.withResolvers<void>()
  await page.route(SUBSCRIBE, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await line
    await route.fetch()
    return route.abort('connectionreset')
  })
  await typeCard(page, CARDS.good)
  await test.step('a double press sends one request', async () => {
    await payButton(page).dblclick()
    await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => keys.length).toBe(1)
    await payButton(page).click({ force: true })
    await page.locator('form.checkout').evaluate((form: HTMLFormElement) => form.requestSubmit())
  })
  await test.step('after a lost answer one more press does not charge twice', async () => {
    release()
    await expect(flash(page)).toContainText('There was a problem submitting your payment')
    await expect(page.getByRole('main')).toContainText("You won't be charged twice")
    await expect(page.getByLabel('Yearly')).toBeDisabled()
    await payButton(page).click()
    await expectWelcome(page)
    expect(keys).toEqual([keys[0], keys[0]])
    expect(liveSubscriptions(site)).toBe(before + 1)
  })
})

test('a trial used in the meantime pays the new total, storage blocked', async ({ page, site }) => {
  await blockStorage(page)
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
  await page.goBack()
  await waitForHydration(page)
  await expect(payButton(page)).toHaveCount(0)
})
