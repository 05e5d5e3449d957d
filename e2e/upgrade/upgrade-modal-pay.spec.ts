import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { bank, CARDS, cardNumber, flash, payButton, PAYER, ready, tierNow, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { modal, payInModal, said } from '../pages/upgrade-modal-page.ts'

const SUBSCRIBE = '**/api/subscriptions'
const WELCOME = 'Upgrade complete. Welcome to Switchyard Pro'

/** On an Applet with nothing to connect, the quota full: the modal with the card field. */
async function openModal(page: Page, site: Stack): Promise<void> {
  await openAs(page, site, PAYER, '/applets/star-to-sheet')
  await mainButton(page).click()
  await ready(page)
}

// §2.4-56
test('while a payment is on its way it can not be closed, by no way; then it ends by itself (§4.1.1, §4.2)', async ({
  page,
  site,
}) => {
  await openAs(page, site, PAYER, '/plans')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  const line = await holdBack(page, SUBSCRIBE)
  await payInModal(page)
  await expect.poll(() => line.held.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(said(page, 'Your payment is on its way.').last()).toBeVisible()
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await page.mouse.click(8, 300)
  await page.goBack()
  await expect(modal(page)).toBeVisible()
  await expect(page).toHaveURL(/\/plans$/)
  line.come()
  await expect(said(page, `${WELCOME}!`)).toBeVisible()
  await expect(modal(page)).toHaveCount(0)
  // The page shows the new tier.
  await expect(page.getByRole('main')).toContainText('Your plan is Pro')
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §4.2-02
test('Pro+ is bought in the modal: the welcome is to Pro+, and the page shows it (§4.2)', async ({ page, site }) => {
  await openAs(page, site, PAYER, '/plans')
  await page.getByRole('link', { name: 'Get Pro+', exact: true }).click()
  await expect(modal(page).getByText('Limitless possibilities for small business owners.')).toBeVisible()
  await payInModal(page)
  await expect(said(page, `${WELCOME}+!`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your plan is Pro+')
  expect(await tierNow(page)).toBe('pro')
})

test('a dead card is refused in the modal, beside its field; the second one pays (§2.3, §4.2)', async ({
  page,
  site,
}) => {
  await openModal(page, site)
  await payInModal(page, CARDS.dead)
  await expect(modal(page).locator('[data-field=cardnumber]')).toContainText('declined')
  await expect(flash(page).last()).toBeVisible()
  await expect(modal(page)).toBeVisible()
  await payInModal(page)
  await page.waitForURL(/octoforge\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §2.4-55
test('the bank asks above the modal: refused nothing is paid and it stays, answered it ends (§4.1.2)', async ({
  page,
  site,
}) => {
  await openModal(page, site)
  await payInModal(page, CARDS.asks)
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  const onTop = () =>
    bank(page).evaluate((window) => {
      const { x, y, width, height } = window.getBoundingClientRect()
      const at = document.elementFromPoint(x + width / 2, y + height / 2)
      return !at?.closest('.page-dialog') && !window.closest('[inert]')
    })
  expect(await onTop()).toBe(true)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(bank(page)).toHaveCount(0)
  await expect(modal(page)).toBeVisible()
  expect(await tierNow(page)).toBe('free')
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/octoforge\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('Stripe.js is blocked: said in the modal, with a Retry that works, and the way out stays open (§2.3)', async ({
  page,
  site,
}) => {
  let away = true
  await page.route('**/stripe-js/stripe.js', (route) => (away ? route.abort() : route.continue()))
  await openAs(page, site, PAYER, '/applets/star-to-sheet')
  await mainButton(page).click()
  const panel = modal(page).getByRole('alert').filter({ hasText: 'The card field could not be loaded' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mainButton(page)).toBeFocused()
  await mainButton(page).click()
  await expect(panel).toBeVisible()
  away = false
  await panel.getByRole('button', { name: 'Retry' }).click()
  await ready(page)
})

test('offline in the middle of it: nobody knows, what was typed stays, and one more press pays once (§8)', async ({
  page,
  context,
  site,
}) => {
  await openModal(page, site)
  await typeCard(page, CARDS.good)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(flash(page).last()).toContainText('There was a problem submitting your payment')
  await expect(cardNumber(page)).toHaveValue(/4242/)
  await context.setOffline(false)
  await payButton(page).click()
  await page.waitForURL(/octoforge\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})
