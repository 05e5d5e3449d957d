import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

test("a tab that returns to the front shows another tab's change", async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/Connected/)
  // The focus listener is in place once nothing more is loading.
  await page.waitForLoadState('networkidle')
  // Headless tabs never lose focus, so the test dispatches the events of a real browser.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  const other = await context.newPage()
  await other.goto('/applets/hook-to-notification')
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Reconnect/)
  await page.waitForTimeout(1200)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(mainButton(page)).toHaveText(/Reconnect/)

  await test.step('after signing out in the other tab, a press asks to sign in', async () => {
    await other.goto('/settings')
    await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await other.waitForURL((url) => url.pathname === '/')
    await mainButton(page).click()
    await page.waitForURL(/\/login\?return_to=%2Fapplets%2Fhook-to-notification/)
  })
})
