import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §8-24
test('denied consent connects nothing', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'octoforge', 'Deny')
  await page.waitForURL(/\/applets\/star-to-sheet/)
  await expect(page.getByRole('alert')).toContainText('Octoforge')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
  await expect(mainButton(page)).toHaveText(/^Connect /)
  await page.goto('/settings/connections')
  await expect(page.getByText('octoforge.test')).toHaveCount(0)
})

test('denying the second service keeps the first connected', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Deny')
  await page.waitForURL(/\/applets\/star-to-sheet/)
  await expect(mainButton(page)).toHaveText(/Connect Sheetly/)
  await mainButton(page).click()
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL(/\/applets\/star-to-sheet/)
  await expect(mainButton(page)).toHaveText(/Connected/)
})

// §8-24
test('an error message in the address is shown as plain text', async ({ page }) => {
  await page.goto(
    '/applets/star-to-sheet?error_type=access_denied&error_message=No+access%3Cimg+src%3Dx+onerror%3Dalert(1)%3E',
  )
  await expect(page.getByRole('alert')).toContainText('No access<img src=x onerror=alert(1)>')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet$/)
})
