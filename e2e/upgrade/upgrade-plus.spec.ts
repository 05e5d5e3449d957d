import { tierNow } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'
import { connectServices, expectModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

test('a Pro user upgrades with one press and enables filter code', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/applets/quiet-mentions')
  await mainButton(page).click()
  await expectModal(page, 'This Applet uses Pro+ features')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await consent(page, 'chirp', 'Allow')
  await page.waitForURL('**/applets/quiet-mentions')
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
})

test('a free user buys Pro+ and enables filter code', async ({ page, site }) => {
  await signIn(page, site, 'trialused@demo.test')
  await connectServices(page, 'chirp')
  await page.goto('/applets/quiet-mentions')
  await mainButton(page).click()
  await expectModal(page, 'This Applet uses Pro+ features')
  await payInModal(page)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro+!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('pro')
})

test('"Maybe later" closes the modal and changes nothing', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/applets/quiet-mentions')
  await mainButton(page).click()
  await modal(page).getByRole('button', { name: 'Maybe later' }).click()
  await expect(modal(page)).toHaveCount(0)
  await expect(mainButton(page)).toBeFocused()
  expect(await tierNow(page)).toBe('intermediate_pro')
})

// §6-10
test('a legacy user upgrades for two accounts and connects them', async ({ page, site }) => {
  await openAs(page, site, 'legacy@demo.test', '/applets/two-mailboxes')
  await mainButton(page).click()
  await expectModal(page, 'Several accounts need Pro+')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await page.waitForURL(/\/sheetly\/oauth\/authorize/)
  expect(await tierNow(page)).toBe('pro')
})

for (const [email, store, device] of [
  ['store@demo.test', 'the App Store', 'iOS'],
  ['storeandroid@demo.test', 'Google Play', 'Android'],
] as const) {
  // §6-11 §2.4-25
  test(`a Pro user billed by ${store} is sent there`, async ({ page, site }) => {
    await openAs(page, site, email, '/plans')
    await page.getByRole('link', { name: 'Upgrade to Pro+' }).click()
    const sentence = `You currently have a Pro subscription on ${store}. Please upgrade to Pro+ on your ${device} device.`
    await expect(flashWith(page, sentence)).toBeVisible()
    await expect(modal(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/plans$/)

    await page.goto('/applets/quiet-mentions')
    await mainButton(page).click()
    await expectModal(page, 'Upgrade with the Switchyard app')
    await expect(modal(page)).toContainText(device)
    await modal(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(mainButton(page)).toBeFocused()
    expect(await tierNow(page)).toBe('intermediate_pro')
  })
}

test('a full Pro plan is offered Pro+ at once', async ({ page, site }) => {
  await site.env.DB.prepare(
    `insert into enablements (id, user_id, applet_id, status, created_at, updated_at)
     select 'e2e-' || id, 'usr_pro', id, 'enabled', 1, 1 from applets
     where friendly_id not in ('star-to-sheet', 'home-hub') and archived_at is null limit 19`,
  ).run()
  await signIn(page, site, 'pro@demo.test')
  await connectServices(page, 'octoforge', 'sheetly')
  await expect(page.getByText('20 of 20 Applets enabled')).toBeVisible()
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await expectModal(page, "You've used all your Applets")
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('adding an account continues after the upgrade to Pro+', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await connectServices(page, 'octoforge')
  await page.goto('/settings/connections')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Add another account of Octoforge' }).click()
  await expectModal(page, 'Several accounts need Pro+')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await page.waitForURL(/\/octoforge\/oauth\/authorize/)
})

test('billing upgrades Pro to Pro+', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/settings/billing')
  await page.getByRole('link', { name: 'Upgrade to Pro+' }).click()
  await expectModal(page, 'Upgrade your plan')
  await modal(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pro+', exact: true })).toBeVisible()
  expect(await tierNow(page)).toBe('pro')
})
