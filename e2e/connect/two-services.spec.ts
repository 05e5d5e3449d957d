import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §1-06 §2.1-10 §2.1-15 §2.4-30
test('one press connects two services and enables the Applet', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connect Octoforge/)
  await page.evaluate(() => {
    addEventListener('appletEnabled', () => sessionStorage.setItem('seen', 'appletEnabled'))
  })
  await mainButton(page).click()
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connected/)

  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Connected/)

  await page.goto('/settings/connections')
  await expect(page.getByText('ada@octoforge.test')).toBeVisible()
  await expect(page.getByText('ada@sheetly.test')).toBeVisible()
})

// §4.10-18
test('enabling the Applet fires the appletEnabled event', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.addInitScript(() => {
    addEventListener('appletEnabled', () => document.documentElement.setAttribute('data-enabled-event', 'seen'))
  })
  await page.goto('/applets/sunset-lights')
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await expect(page.locator('html')).toHaveAttribute('data-enabled-event', 'seen')
})
