import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, NEW_PASSWORD, test } from '../testing/journey.ts'

// §4.10-15
test('joining after Connect continues the connect automatically', async ({ page }) => {
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=/)
  await page.getByRole('main').getByRole('link', { name: /Join/ }).click()
  await page.waitForURL(/\/join\?return_to=/)
  await page.getByLabel('Email').fill('newcomer@example.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('User name').fill('newcomer')
  await page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connected/)
})
