import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { bankDialog, CARDS, flash, payButton, PAYER, waitForCardField, tierNow } from '../pages/checkout-form.ts'
import { consent, mainButton, waitForConsent } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

const SUBSCRIBE = '**/api/subscriptions'
const WELCOME = 'Upgrade complete. Welcome to Switchyard Pro!'

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
  await expect(flashWith(page, WELCOME)).toBeVisible()
  await expect(modal(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Your plan is Pro')
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('after a declined card another pays, and consents follow', async ({ page, site }) => {
  await openModal(page, site)
  await payInModal(page, CARDS.declined)
  await expect(modal(page).locator('[data-field=cardnumber]')).toContainText('declined')
  await expect(flash(page).last()).toBeVisible()
  await expect(modal(page)).toBeVisible()
  await payInModal(page)
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(flashWith(page, WELCOME)).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
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
  await waitForConsent(page, 'github')
  expect(await tierNow(page)).toBe('intermediate_pro')
})
