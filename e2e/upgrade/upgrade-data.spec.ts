import type { Page } from '@playwright/test'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { USER_AT_QUOTA, expectModal, QUOTA_TITLE, modal, flashWith } from '../pages/upgrade-modal-page.ts'

const APPLET = '/applets/star-to-sheet'

/** Counts the calls for the modal data. */
function counted(page: Page): { asked: number } {
  const count = { asked: 0 }
  page.on('request', (request) => {
    if (request.url().includes('/api/subscription_modal')) count.asked += 1
  })
  return count
}

async function openAndClose(page: Page): Promise<void> {
  await page.goto(APPLET)
  await mainButton(page).click()
  await expectModal(page, QUOTA_TITLE)
  await expect(modal(page).getByText('Monthly', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
}

// §7-27
test('modal data is cached for all tabs', async ({ page, context, site }) => {
  await signIn(page, site, USER_AT_QUOTA)
  const count = counted(page)
  await openAndClose(page)
  await openAndClose(page)
  expect(count.asked).toBe(1)

  const other = await context.newPage()
  const there = counted(other)
  await openAndClose(other)
  expect(there.asked).toBe(0)
  await other.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('subscription-modal')) ?? ''
    localStorage.setItem(key, (localStorage.getItem(key) ?? '').slice(0, 300))
  })
  await openAndClose(other)
  expect(there.asked).toBe(1)
})

test('a slot freed in another tab connects without an upgrade', async ({ page, site }) => {
  await signIn(page, site, USER_AT_QUOTA)
  await page.goto(APPLET)
  await expect(mainButton(page)).toHaveText(/Connect GitHub/)
  await site.env.DB.prepare("update enablements set status = 'disabled' where user_id = 'usr_trialused'").run()
  await mainButton(page).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await expect(mainButton(page)).toHaveText(/Connected/)
  await expect(flashWith(page, 'Upgrade complete')).toHaveCount(0)
})
