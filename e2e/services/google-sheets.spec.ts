import { chooseStep } from '../pages/create-page.ts'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const APPLET = '/applets/rows-to-phone'
const PICKER = '/settings/connections/google_sheets/pick'

const driveOn = (page: Page) => page.frameLocator('iframe[title="Google Drive"]')

/** An Applet whose user says which spreadsheet it watches. */
async function rowsToNotification({ env }: Stack): Promise<void> {
  const steps = [
    { step: { id: 'google_sheets/triggers/new_row' }, fields: { new_name: '', sheet: '' } },
    { step: { id: 'notifications/actions/send' }, fields: { message: 'A new row: {{ColumnA}}' } },
  ]
  await anApplet(connect(env.DB), { id: 'usr_author' }, steps, { friendly_id: 'rows-to-phone', name: 'Rows to phone' })
}

/** Opens Google Drive from a field, in a tab of its own. */
async function openDrive(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /Choose from Google Drive/ }).click()
  return opened
}

test('who turns an Applet on picks its spreadsheet', async ({ page, site }) => {
  await rowsToNotification(site)
  await signIn(page, site, 'pro@demo.test')
  await page.goto(`/activate?c[]=google_sheets&return_to=${APPLET}/edit`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`**${APPLET}/edit`)
  const sheet = page.getByRole('combobox', { name: /Spreadsheet/ })
  const tab = await openDrive(page)
  const policyOf = async (url: string) => (await page.request.get(url)).headers()['content-security-policy']
  // Here the stand-in has Google's scripts and frames.
  const letsGoogleIn = `frame-src ${site.standIns.services.origin}`
  expect(await policyOf(tab.url())).toContain(letsGoogleIn)
  expect(await policyOf(page.url())).not.toContain(letsGoogleIn)
  await driveOn(tab).getByRole('button', { name: 'Tea log' }).click()
  await expect(sheet).toHaveValue('1TeaLogOfAda')
  await expect.poll(() => tab.isClosed()).toBe(true)
  await expectNoAxeFindings(page, 'edit with a file picker', 'main')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**${APPLET}`)
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.goto(`${APPLET}/edit`)
  await expect(sheet).toHaveValue('1TeaLogOfAda')
  await test.step('who makes an Applet picks one too', async () => {
    await page.goto('/create')
    await page.getByRole('button', { name: /^If/ }).click()
    await chooseStep(page, 'cell changed', /^Cell changed/)
    const other = await openDrive(page)
    await driveOn(other).getByRole('button', { name: 'Budget' }).click()
    await expect(sheet).toHaveValue('Budget')
    await expect.poll(() => other.isClosed()).toBe(true)
  })
  await test.step('the page of the Picker says what became of it', async () => {
    await page.goto(PICKER)
    await driveOn(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You chose nothing.')).toBeVisible()
    await expectNoAxeFindings(page, 'file picker')
    await page.getByRole('button', { name: 'Open Google Drive' }).click()
    await driveOn(page).getByRole('button', { name: 'Tea log' }).click()
    await expect(page.getByText('“Tea log” can be used now.')).toBeVisible()
  })
})
