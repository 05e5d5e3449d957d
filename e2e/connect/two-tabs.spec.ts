import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

test('an Applet disabled in one tab is disabled in the other when it comes to the front', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/Connected/)
  // The part that listens has come when nothing more is loading.
  await page.waitForLoadState('networkidle')
  // Headless tabs all believe that they are in front: what a browser would say is said for it.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  const other = await context.newPage()
  await other.goto('/applets/hook-to-notification')
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Reconnect/)
  await page.waitForTimeout(1200)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(mainButton(page)).toHaveText(/Reconnect/)
})

test('signing out in one tab: the other asks to sign in at the next press, and nothing is lost', async ({
  page,
  context,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/Connected/)
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL((url) => url.pathname === '/')
  await mainButton(page).click()
  await page.waitForURL(/\/login\?return_to=%2Fapplets%2Fhook-to-notification/)
})
