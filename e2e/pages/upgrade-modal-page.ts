import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { CARDS, payButton, PAYER, typeCard } from './checkout-form.ts'
import { consent, mainButton } from './connect-page.ts'
import { expect, signIn } from '../testing/journey.ts'

/** Who has had their trial is at the end of the free plan's quota too; and what the modal then says. */
export const AT_QUOTA = PAYER
export const FULL = "You've used all your Applets"

/** The upgrade modal, whatever it says (§2.4). */
export const modal = (page: Page) => page.locator('.page-dialog').getByRole('dialog')
export const said = (page: Page, message: string) => page.locator('.flash-region .flash').filter({ hasText: message })

export async function expectModal(page: Page, title: string): Promise<void> {
  await expect(modal(page)).toHaveAccessibleName(title)
}

/** Pays in the modal: the form, the card, the button. */
export async function payInModal(page: Page, card = CARDS.good): Promise<void> {
  await typeCard(page, card)
  await payButton(page).click()
}

/** Connects these services before anything else, so that nothing is missing later. */
export async function connectServices(page: Page, ...services: string[]): Promise<void> {
  await page.goto(`/activate?${services.map((name) => `c[]=${name}`).join('&')}&return_to=/my_applets`)
  for (const service of services) await consent(page, service, 'Allow')
  await page.waitForURL('**/my_applets')
}

/** Signed in with all that this Applet needs but a slot: its Connect is pressed, and the modal is there. */
export async function meetQuota(page: Page, site: Stack): Promise<void> {
  await signIn(page, site, AT_QUOTA)
  await connectServices(page, 'octoforge', 'sheetly')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await expectModal(page, FULL)
}
