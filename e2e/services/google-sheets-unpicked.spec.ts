import { expect, test } from '../testing/journey.ts'
import { chooseCellChanged, connectGoogle, rowsToNotification } from './applet-with-sheet.ts'

test.use({ settings: { GOOGLE_PICKER_KEY: '' } })

test('without an API key nothing can be picked, and sheets are created', async ({ page, site }) => {
  const applet = await rowsToNotification(site)
  await connectGoogle(page, site, `${applet}/edit`)
  const sheet = page.getByRole('combobox', { name: /Spreadsheet/ })
  await sheet.selectOption({ label: 'Create a spreadsheet' })
  await expect(page.getByRole('link', { name: /Google Drive/ })).toHaveCount(0)
  expect((await page.goto('/settings/connections/google_sheets/pick'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')

  await page.goto('/create')
  await chooseCellChanged(page)
  await expect(page.getByRole('combobox', { name: /Spreadsheet/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Google Drive/ })).toHaveCount(0)
})
