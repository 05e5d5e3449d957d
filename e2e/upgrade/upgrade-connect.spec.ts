import { tierNow, CARDS, bankDialog } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import {
  USER_AT_QUOTA,
  connectServices,
  expectModal,
  QUOTA_TITLE,
  openQuotaModal,
  modal,
  payInModal,
  flashWith,
} from '../pages/upgrade-modal-page.ts'

// §2.3-01 §2.4-21 §2.4-30 §2.4-32 §4.2-01
test('paying at the quota connects the blocked Applet automatically', async ({ page, site }) => {
  await openQuotaModal(page, site)
  await expect(modal(page)).toContainText('Needs Pro')
  await payInModal(page)
  await expect(modal(page)).toHaveCount(0)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('missing services ask for consent after the payment', async ({ page, site }) => {
  await signIn(page, site, USER_AT_QUOTA)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await payInModal(page)
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('the connect continues after 3D Secure in the modal', async ({ page, site }) => {
  await openQuotaModal(page, site)
  await payInModal(page, CARDS.asksBank)
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

for (const [name, width] of [
  ['a desktop', 1280],
  ['a phone', 320],
] as const) {
  test(`on ${name} the modal closes by keyboard and returns the focus`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 700 })
    await signIn(page, site, USER_AT_QUOTA)
    await page.goto('/applets/star-to-sheet')
    // In the streamed page it is hidden at first, and what is hidden takes no focus.
    await expect(mainButton(page)).toBeVisible()
    await mainButton(page).focus()
    await page.keyboard.press('Enter')
    await expectModal(page, QUOTA_TITLE)
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
    await expect(mainButton(page)).toBeFocused()
    await expect(mainButton(page)).toHaveText(/Connect Octoforge/)
    await page.keyboard.press('Enter')
    await expectModal(page, QUOTA_TITLE)
    await modal(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(mainButton(page)).toBeFocused()
    await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
    await page.goto('/my_applets')
    await expect(page.getByText('2 of 2')).toBeVisible()
  })
}

// §2.4-30
test('a visitor signs in first, then meets the modal', async ({ page }) => {
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=/)
  await expect(modal(page)).toHaveCount(0)
  await page.getByLabel('Email').fill(USER_AT_QUOTA)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/applets/star-to-sheet')
  await expectModal(page, QUOTA_TITLE)
  // A reload does not open the modal again.
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connect Octoforge/)
  await expect(modal(page)).toHaveCount(0)
})

// §2.4-32
test('a disabled Applet over the quota reconnects after the upgrade', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await connectServices(page, 'octoforge', 'sheetly')
  await page.goto('/applets/sunset-lights')
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  // Takes the last slot on the server only, so the page does not know.
  await site.env.DB.prepare(
    `insert into enablements (id, user_id, applet_id, status, created_at, updated_at)
     values ('e2e', 'usr_free', (select id from applets where friendly_id = 'star-to-sheet'), 'enabled', 1, 1)`,
  ).run()
  await mainButton(page).click()
  await expectModal(page, 'Try Pro free for 7 days to enable more')
  await expect(modal(page)).toContainText(QUOTA_TITLE)
  await payInModal(page)
  await expect(mainButton(page)).toHaveText(/Connected/)
})
