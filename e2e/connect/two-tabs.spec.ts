import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const APPLET = '/applets/hook-to-notification'

test("a tab shows another tab's change at a press, or in front", async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto(APPLET)
  await expect(mainButton(page)).toHaveText(/Connected/)
  // The focus listener is in place once nothing more is loading.
  await page.waitForLoadState('networkidle')
  const other = await context.newPage()
  await other.goto(APPLET)
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Disconnected|Reconnect/)
  await page.getByText('Notify me when this runs').click()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(mainButton(page)).toHaveText('Reconnect')

  await test.step('a tab that returns to the front asks', async () => {
    // Headless tabs never lose focus, so the test dispatches the events of a real browser.
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await mainButton(other).click()
    // Takes longer than the second for which a tab may be away without asking.
    await expect(mainButton(other)).toHaveText(/Connected/)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(mainButton(page)).toHaveText(/Connected/)
  })

  await test.step('after signing out in the other tab, a press asks to sign in', async () => {
    await other.goto('/settings')
    await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await other.waitForURL((url) => url.pathname === '/')
    await mainButton(page).click()
    await page.waitForURL(/\/login\?return_to=%2Fapplets%2Fhook-to-notification/)
  })
})
