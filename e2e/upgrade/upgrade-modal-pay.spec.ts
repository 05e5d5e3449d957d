import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import {
  bankDialog,
  CARDS,
  cardNumber,
  flash,
  payButton,
  PAYER,
  waitForCardField,
  tierNow,
  typeCard,
} from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

const SUBSCRIBE = '**/api/subscriptions'
const WELCOME = 'Upgrade complete. Welcome to Switchyard Pro'

/** Opens the modal with its card field on an Applet that the quota blocks. */
async function openModal(page: Page, site: Stack): Promise<void> {
  await openAs(page, site, PAYER, '/applets/star-to-sheet')
  await mainButton(page).click()
  await waitForCardField(page)
}

// §2.4-56
test('the modal cannot be closed while a payment is processed', async ({ page, site }) => {
  await openAs(page, site, PAYER, '/plans')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  const line = await holdBack(page, SUBSCRIBE)
  await payInModal(page)
  await expect.poll(() => line.held.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(flashWith(page, 'Your payment is being processed.').last()).toBeVisible()
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await page.mouse.click(8, 300)
  await page.goBack()
  await expect(modal(page)).toBeVisible()
  await expect(page).toHaveURL(/\/plans$/)
  line.release()
  await expect(flashWith(page, `${WELCOME}!`)).toBeVisible()
  await expect(modal(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Your plan is Pro')
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §4.2-01
test('buying Pro+ in the modal welcomes to Pro+', async ({ page, site }) => {
  await openAs(page, site, PAYER, '/plans')
  await page.getByRole('link', { name: 'Get Pro+', exact: true }).click()
  await expect(modal(page).getByText('Limitless possibilities for small business owners.')).toBeVisible()
  await payInModal(page)
  await expect(flashWith(page, `${WELCOME}+!`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your plan is Pro+')
  expect(await tierNow(page)).toBe('pro')
  const notice = page.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText('Your Switchyard Pro+ plan is active.')
  await notice.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
})

test('a declined card is reported in the modal', async ({ page, site }) => {
  await openModal(page, site)
  await payInModal(page, CARDS.declined)
  await expect(modal(page).locator('[data-field=cardnumber]')).toContainText('declined')
  await expect(flash(page).last()).toBeVisible()
  await expect(modal(page)).toBeVisible()
  await payInModal(page)
  await page.waitForURL(/octoforge\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §2.4-55
test("the bank's question shows above the modal", async ({ page, site }) => {
  await openModal(page, site)
  await payInModal(page, CARDS.asksBank)
  await expect(bankDialog(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  const onTop = () =>
    bankDialog(page).evaluate((window) => {
      const { x, y, width, height } = window.getBoundingClientRect()
      const at = document.elementFromPoint(x + width / 2, y + height / 2)
      return !at?.closest('.page-dialog') && !window.closest('[inert]')
    })
  expect(await onTop()).toBe(true)
  await bankDialog(page).getByRole('button', { name: 'Fail' }).click()
  await expect(bankDialog(page)).toHaveCount(0)
  await expect(modal(page)).toBeVisible()
  expect(await tierNow(page)).toBe('free')
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await payButton(page).click()
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/octoforge\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('with Stripe.js blocked the modal offers a Retry', async ({ page, site }) => {
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
  await waitForCardField(page)
})

test('a payment made offline keeps the card and is paid once', async ({ page, context, site }) => {
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
