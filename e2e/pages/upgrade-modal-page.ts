import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { CARDS, payButton, PAYER, typeCard } from './checkout-form.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { mainButton } from './connect-page.ts'
import { expect, signIn } from '../testing/journey.ts'

/** The user without a trial has also used the free plan's whole quota. */
export const USER_AT_QUOTA = PAYER
export const QUOTA_TITLE = "You've used all your Applets"

/** The upgrade modal (§2.4). */
export const modal = (page: Page) => page.locator('.page-dialog').getByRole('dialog')
export const flashWith = (page: Page, message: string) =>
  page.locator('.flash-region .flash').filter({ hasText: message })

export async function expectModal(page: Page, title: string): Promise<void> {
  await expect(modal(page)).toHaveAccessibleName(title)
}

/** Types a card in the modal and presses the button. */
export async function payInModal(page: Page, card = CARDS.good): Promise<void> {
  await typeCard(page, card)
  await payButton(page).click()
}

/** Opens the modal from an Applet whose services are connected and that lacks only a slot. */
export async function openQuotaModal(page: Page, site: Stack): Promise<void> {
  await signIn(page, site, USER_AT_QUOTA)
  await connectDemoAccounts(site, 'usr_trialused', ['github', 'google_sheets'])
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await expectModal(page, QUOTA_TITLE)
}
