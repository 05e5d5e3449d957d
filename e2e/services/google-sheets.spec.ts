import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { chooseCellChanged, connectGoogle, rowsToNotification } from './applet-with-sheet.ts'

const PICKER = '/settings/connections/google_sheets/pick'

const driveOn = (page: Page) => page.frameLocator('iframe[title="Google Drive"]')

test('a spreadsheet is picked in its own tab, and chosen', async ({ page, site, context }) => {
  await connectGoogle(page, site, '/create')
  await chooseCellChanged(page)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /Choose from Google Drive/ }).click()
  const tab = await opened
  await driveOn(tab).getByRole('button', { name: 'Budget' }).click()
  await expect(page.getByRole('combobox', { name: /Spreadsheet/ })).toHaveValue('Budget')
  await expect.poll(() => tab.isClosed()).toBe(true)
})

test('the page of the Picker says what became of it', async ({ page, site }) => {
  await connectGoogle(page, site, '/settings/connections')
  await page.goto(PICKER)
  await driveOn(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You chose nothing.')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Open Google Drive' }).click()
  await driveOn(page).getByRole('button', { name: 'Tea log' }).click()
  await expect(page.getByText('“Tea log” can be used now.')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('who turns an Applet on picks its spreadsheet', async ({ page, site, context }) => {
  const applet = await rowsToNotification(site)
  await connectGoogle(page, site, `${applet}/edit`)
  const sheet = page.getByRole('combobox', { name: /Spreadsheet/ })
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /Choose from Google Drive/ }).click()
  const tab = await opened
  const policyOf = async (url: string) => (await page.request.get(url)).headers()['content-security-policy']
  // Here the stand-in has Google's scripts and frames.
  const letsGoogleIn = `frame-src ${site.standIns.services.origin}`
  expect(await policyOf(tab.url())).toContain(letsGoogleIn)
  expect(await policyOf(page.url())).not.toContain(letsGoogleIn)
  await driveOn(tab).getByRole('button', { name: 'Tea log' }).click()
  await expect(sheet).toHaveValue('1TeaLogOfAda')
  await expect.poll(() => tab.isClosed()).toBe(true)
  await expectNoAxeFindings(page, 'main')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**${applet}`)
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.goto(`${applet}/edit`)
  await expect(sheet).toHaveValue('1TeaLogOfAda')
})
