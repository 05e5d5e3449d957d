import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

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

// §2.2-07
test('More details opens and Fewer details closes, by keyboard too', async ({ page }) => {
  await page.goto('/applets/quiet-mentions')
  const code = page.getByText('const hour = Meta.currentUserTime.hour()')
  await expect(code).toBeHidden()
  await expect(page.getByText('Fewer details')).toBeHidden()
  await page.getByText('More details').click()
  await expect(code).toBeVisible()
  await expect(page.getByText('More details')).toBeHidden()
  await page.locator('summary', { hasText: 'Fewer details' }).focus()
  await page.keyboard.press('Enter')
  await expect(code).toBeHidden()
  await expect(page.getByText('More details')).toBeVisible()
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
  await expect(mainButton(page)).toHaveText('Connect Octoforge')
})

test('the main button is busy while it disables the Applet', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const { release, held } = await holdBack(page, '**/api/applets/*/disable')
  const button = page.getByRole('button', { name: /^(Connected|Disconnecting…|Disconnected|Reconnect)$/ })
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveText('Disconnecting…')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  await expect(button).toHaveText('Disconnected')
  await expect(button).not.toHaveAttribute('aria-disabled')
  await expect(button).toHaveText('Reconnect')
  await expect(page.locator('.connect-panel').getByRole('switch')).toHaveCount(0)
  expect(held).toHaveLength(1)
})
