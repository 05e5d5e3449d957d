import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, NEW_PASSWORD, PASSWORD, test } from '../testing/journey.ts'

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
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connected/)
})

// §4.10-15
test('a login request older than five minutes does not connect', async ({ page }) => {
  await page.clock.install()
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=/)
  await page.clock.fastForward('05:01')
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/^Connect /)
  await page.clock.runFor(2000)
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
})
