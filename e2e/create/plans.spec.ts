import type { Page } from '@playwright/test'
import { beginNotification, chooseStep, expectSaved, row, stepSearch, textField } from '../pages/create-page.ts'
import { expectModal, modal, payInModal, QUOTA_TITLE, USER_AT_QUOTA } from '../pages/upgrade-modal-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

/** Closes the modal and expects the page's rows as they were. */
async function closeAndExpectSame(page: Page, before: string[]): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  expect(await page.locator('.draft-rows .words').allTextContents()).toEqual(before)
}

test('each part that a free plan lacks offers its plan', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginNotification(page)
  const rows = await page.locator('.draft-rows .words').allTextContents()
  for (const [part, title] of [
    ['Look something up Pro+', 'Try Pro+ free for 7 days to use queries'],
    ['Only sometimes Pro+', 'Try Pro+ free for 7 days to use filter code'],
    ['Do another thing Pro', 'Try Pro free for 7 days to use them'],
  ] as const) {
    await page.getByRole('button', { name: part }).click()
    await expectModal(page, title)
    await closeAndExpectSame(page, rows)
  }
  for (const [label, name] of [
    [/^If/, 'New record Airtable Pro'],
    [/^Then/, 'Create a record Airtable Pro'],
  ] as const) {
    await row(page, label).click()
    await page.getByRole('button', { name: 'Choose another' }).click()
    await chooseStep(page, 'record', name)
    await expectModal(page, 'Try Pro free for 7 days to use it')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  expect(await page.locator('.draft-rows .words').allTextContents()).toEqual(rows)

  await test.step('queries on one’s own Applet ask to convert it', async () => {
    await textField(page, 'Message').fill('Plain')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/applets\/[^#]+$/)
    await page.goto(`${page.url()}/edit`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Look something up Pro+' }).click()
    await expectModal(page, 'Try Pro+ free for 7 days to convert it')
    await expect(modal(page)).toContainText('Your changes to this Applet are not saved yet.')
  })
})

test('after the upgrade the part opens in the same draft', async ({ page, site }) => {
  await connectDemoAccounts(site, 'usr_free', ['matrix'])
  await openAs(page, site, 'free@demo.test', '/create?trigger=airtable/triggers/new_record&step=if')
  await expect(row(page, /^If New record Airtable.*Pro/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Connect Airtable' }).click()
  await expectModal(page, 'Try Pro free for 7 days to use it')
  await page.keyboard.press('Escape')
  await row(page, /^Then/).click()
  await chooseStep(page, 'send a message', 'Send a message Matrix')
  const another = page.getByRole('link', { name: 'Add another account of Matrix' })
  await expect(another).toHaveText(/Pro\+$/)
  await another.click()
  await expectModal(page, 'Try Pro+ free for 7 days to add accounts')
  await page.keyboard.press('Escape')
  await expect(row(page, /^Then Send a message/)).toBeVisible()

  await textField(page, 'Message').fill('Mine')
  await page.getByRole('button', { name: 'Look something up Pro+' }).click()
  await expectModal(page, 'Try Pro+ free for 7 days to use queries')
  await payInModal(page)
  await expect(stepSearch(page)).toBeFocused()
  await chooseStep(page, 'current time', 'Current time Schedule')
  await expectSaved(page)
  await row(page, /^Then/).click()
  await expect(textField(page, 'Message')).toHaveValue('Mine')
})

test('a full quota is lifted at Create, which then continues', async ({ page, site }) => {
  await openAs(page, site, USER_AT_QUOTA, '/create')
  await beginNotification(page)
  await textField(page, 'Message').fill('Third')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectModal(page, QUOTA_TITLE)
  await payInModal(page)
  await page.waitForURL(/\/applets\//)
  await expect(page.getByText(/ is on\./)).toBeVisible()
})
