import { tierNow, CARDS, bank } from '../pages/checkout-form.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import {
  AT_QUOTA,
  connectServices,
  expectModal,
  FULL,
  meetQuota,
  modal,
  payInModal,
  said,
} from '../pages/upgrade-modal-page.ts'

// §2.3-02 §2.4-21 §2.4-30 §2.4-32 §2.4-33 §4.2-01 §6-19
test('a free user meets the quota, pays in the modal, and the blocked Applet is connected without another press (§2.4, §4.2)', async ({
  page,
  site,
}) => {
  await meetQuota(page, site)
  await expect(modal(page)).toContainText('Needs Pro')
  await payInModal(page)
  await expect(modal(page)).toHaveCount(0)
  await expect(said(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('where services are missing the consents follow the payment, and then it is connected (§4.2, §4.10)', async ({
  page,
  site,
}) => {
  await signIn(page, site, AT_QUOTA)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await payInModal(page)
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(said(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

test('a bank that asks is answered in the modal, and what was pressed goes on after it (§4.1, §4.2)', async ({
  page,
  site,
}) => {
  await meetQuota(page, site)
  await payInModal(page, CARDS.asks)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
})

for (const [name, width] of [
  ['a desktop', 1280],
  ['a phone', 320],
] as const) {
  test(`on ${name}, by keyboard alone: the modal is closed, nothing has changed, the focus is back (§2.4)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await signIn(page, site, AT_QUOTA)
    await page.goto('/applets/star-to-sheet')
    await mainButton(page).focus()
    await page.keyboard.press('Enter')
    await expectModal(page, FULL)
    await page.keyboard.press('Escape')
    await expect(modal(page)).toHaveCount(0)
    await expect(mainButton(page)).toBeFocused()
    await expect(mainButton(page)).toHaveText(/Connect Octoforge/)
    await page.keyboard.press('Enter')
    await expectModal(page, FULL)
    await modal(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(mainButton(page)).toBeFocused()
    await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
    await page.goto('/my_applets')
    await expect(page.getByText('2 of 2')).toBeVisible()
  })
}

// §2.4-31
test('a visitor is asked to sign in, never to pay; back from that, the press leads a blocked user to the modal (§2.4, §4.10)', async ({
  page,
}) => {
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=/)
  await expect(modal(page)).toHaveCount(0)
  await page.getByLabel('Email').fill(AT_QUOTA)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/applets/star-to-sheet')
  await expectModal(page, FULL)
  // A reload asks for nothing by itself.
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connect Octoforge/)
  await expect(modal(page)).toHaveCount(0)
})

// §2.4-34
test('an Applet that is switched off is blocked too, and Reconnect goes on after the upgrade (§4.8)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await connectServices(page, 'octoforge', 'sheetly')
  await page.goto('/applets/sunset-lights')
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  // The last slot is taken behind this page's back: only the server knows.
  await site.env.DB.prepare(
    `insert into enablements (id, user_id, applet_id, status, created_at, updated_at)
     values ('e2e', 'usr_free', (select id from applets where friendly_id = 'star-to-sheet'), 'enabled', 1, 1)`,
  ).run()
  await mainButton(page).click()
  await expectModal(page, 'Try Pro free for 7 days to enable more')
  await expect(modal(page)).toContainText(FULL)
  await payInModal(page)
  await expect(mainButton(page)).toHaveText(/Connected/)
})
