import type { Page } from '@playwright/test'
import { CARDS, payButton, PAYER, waitForCardField, tierNow, typeCard } from '../pages/checkout-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { connectServices, expectModal, payInModal } from '../pages/upgrade-modal-page.ts'

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/login\?return_to=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an expired session reopens the modal without a charge', async ({ page, context, site }) => {
  await signIn(page, site, PAYER)
  await connectServices(page, 'github', 'google_sheets')
  await page.goto('/applets/star-to-sheet')
  await waitForHydration(page)
  await mainButton(page).click()
  await waitForCardField(page)
  await typeCard(page, CARDS.good)
  await context.clearCookies()
  await payButton(page).click()
  await signInAgain(page, PAYER)
  await page.waitForURL('**/applets/star-to-sheet')
  await expectModal(page, "You've used all your Applets")
  expect(await tierNow(page)).toBe('free')
  await payInModal(page)
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
})
