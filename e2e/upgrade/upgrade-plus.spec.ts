import { tierNow } from '../pages/checkout-form.ts'
import { consent, mainButton, waitForConsent } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'
import { connectServices, expectModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

test('a Pro user upgrades with one press and enables filter code', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/applets/quiet-mentions')
  await mainButton(page).click()
  await modal(page).getByRole('button', { name: 'Maybe later' }).click()
  await expect(modal(page)).toHaveCount(0)
  await expect(mainButton(page)).toBeFocused()
  expect(await tierNow(page)).toBe('intermediate_pro')
  await mainButton(page).click()
  await expectModal(page, 'This Applet uses Pro+ features')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await consent(page, 'github')
  await page.waitForURL('**/applets/quiet-mentions')
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
})

test('a free user buys Pro+ and enables filter code', async ({ page, site }) => {
  await signIn(page, site, 'trialused@demo.test')
  await connectServices(page, 'github')
  await page.goto('/applets/quiet-mentions')
  await mainButton(page).click()
  await expectModal(page, 'This Applet uses Pro+ features')
  await payInModal(page)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro+!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
})

test('adding an account continues after the upgrade to Pro+', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await connectServices(page, 'github')
  await page.goto('/settings/connections')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Add another account of GitHub' }).click()
  await expectModal(page, 'Several accounts need Pro+')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await waitForConsent(page, 'github')
})
