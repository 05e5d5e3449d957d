import { CARDS, payButton, PAYER, tierNow, typeCard } from '../pages/checkout-form.ts'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { mainButton, waitForConsent } from '../pages/connect-page.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'
import { expectModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

const FILTER_TITLE = 'This Applet uses Pro+ features'

test('a session that ends before paying charges nothing, then buys Pro+', async ({ page, context, site }) => {
  await connectDemoAccounts(site, 'usr_trialused', ['github'])
  await openAs(page, site, PAYER, '/applets/quiet-mentions')
  await mainButton(page).click()
  await expectModal(page, FILTER_TITLE)
  await typeCard(page, CARDS.good)
  await context.clearCookies()
  await payButton(page).click()
  await page.waitForURL(/\/login\?return_to=/)
  await sendSignIn(page, PAYER)
  await page.waitForURL('**/applets/quiet-mentions')
  await expectModal(page, FILTER_TITLE)
  expect(await tierNow(page)).toBe('free')
  await payInModal(page)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro+!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
})

test('adding an account continues after the upgrade to Pro+', async ({ page, site }) => {
  await connectDemoAccounts(site, 'usr_pro', ['github'])
  await openAs(page, site, 'pro@demo.test', '/settings/connections')
  await page.getByRole('link', { name: 'Add another account of GitHub' }).click()
  await expectModal(page, 'Several accounts need Pro+')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await waitForConsent(page, 'github')
})
