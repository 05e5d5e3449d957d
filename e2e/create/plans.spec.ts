import { beginNotification, chooseStep, expectSaved, row, stepSearch, textField } from '../pages/create-page.ts'
import { expectModal, payInModal, QUOTA_TITLE, USER_AT_QUOTA } from '../pages/upgrade-modal-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('after the upgrade the part opens in the same draft', async ({ page, site }) => {
  await connectDemoAccounts(site, 'usr_free', ['matrix'])
  await openAs(page, site, 'free@demo.test', '/create?trigger=airtable/triggers/new_record&step=if')
  await expect(row(page, /^If New record Airtable.*Pro/)).toBeVisible()
  await expectAccessible(page, 'step that needs a plan')
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
  await expect(page.getByText(/^Turned on: /)).toBeVisible()
})
