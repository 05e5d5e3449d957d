import type { Page } from '@playwright/test'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const APPLET = '/applets/hook-to-notification'
const runs = (page: Page) => page.getByRole('switch', { name: 'Notify me when this runs' })
const fails = (page: Page) => page.getByRole('switch', { name: 'Notify me if this fails to run' })

/** The saved settings: [when it runs, when it fails]. */
function saved(page: Page): Promise<[boolean, boolean]> {
  return page.evaluate(async () => {
    const { viewer } = await (await fetch('/api/applets/hook-to-notification/viewer')).json()
    return [viewer.push_enabled, viewer.failed_applet_run_notifications_enabled]
  })
}

/** Hovers the switches, then flips both and leaves the page in one task. */
async function flipBothAndLeave(page: Page): Promise<void> {
  // The page before may still wait for its own token.
  await page.goto(APPLET, { waitUntil: 'commit' })
  // The pointer may already be there when the page loads, which fetches the token.
  const token = page.waitForResponse('**/api/csrf_token')
  await waitForHydration(page)
  await page.getByRole('region', { name: 'Notifications' }).hover()
  // The page knows the token once it has read the whole answer.
  await (await token).finished()
  const switches = await Promise.all([runs(page).elementHandle(), fails(page).elementHandle()])
  await page.evaluate((inputs) => {
    for (const input of inputs) if (input instanceof HTMLElement) input.click()
    location.assign('/plans')
  }, switches)
  await page.waitForURL('**/plans')
}

// §2.1-25 §7-52
test('each notification is switched on its own and stays so', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, site, 'free@demo.test')
  await test.step('a switch pressed before the script has loaded is saved', async () => {
    const { release } = await holdBack(page, /\/assets\/viewer-parts.*\.js/)
    await page.goto(APPLET, { waitUntil: 'commit' })
    await expect(runs(page)).not.toBeChecked()
    await expect(fails(page)).toBeChecked()
    await page.getByText('Notify me when this runs').click()
    await expect(runs(page)).toBeChecked()
    expect(await saved(page)).toEqual([false, true])
    release()
    await expect.poll(() => saved(page)).toEqual([true, true])
    await expect(runs(page)).toBeChecked()
  })
  await waitForHydration(page)
  const call = page.waitForRequest('**/notifications')
  await page.getByText('Notify me if this fails to run').click()
  expect((await call).postDataJSON()).toEqual({ appletId: 3, failedAppletRunNotificationsEnabled: false })
  await expect.poll(() => saved(page)).toEqual([true, false])
  await page.reload()
  await expect(runs(page)).toBeChecked()
  await expect(fails(page)).not.toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await test.step('two that are switched right before leaving are both saved', async () => {
    await flipBothAndLeave(page)
    await expect.poll(() => saved(page)).toEqual([false, true])
  })
})
