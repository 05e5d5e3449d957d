import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §8-17 §8-29
test('a failed disable shows a message for 3 s', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.clock.install()
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.route('**/api/applets/*/disable', (route) => route.abort())
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await mainButton(page).focus()
  await page.keyboard.press('Enter')
  const flash = page.getByRole('alert').locator('.flash')
  await expect(flash).toContainText('There was an error disabling this Applet')
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.clock.runFor(2950)
  await expect(flash).not.toHaveClass(/fading/)
  await page.clock.runFor(100)
  await expect(flash).toHaveClass(/fading/)
  expect(await flash.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.5s')
  await page.clock.runFor(400)
  await expect(flash).toHaveCount(1)
  await page.clock.runFor(100)
  await expect(flash).toHaveCount(0)
})

// §2.1-58
test('a page from the back-forward cache loads again', async ({ page }) => {
  await page.goto('/applets/star-to-sheet')
  await expect(page.locator('.connect-button')).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-restored', ''))
  // The event has no effect until the page listens, so this repeats.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page.locator('html[data-restored]')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(mainButton(page)).toHaveText('Connect GitHub')
})
