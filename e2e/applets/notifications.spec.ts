import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const APPLET = '/applets/hook-to-notification'
const runs = (page: Page) => page.getByRole('switch', { name: 'Notify me when this runs' })
const fails = (page: Page) => page.getByRole('switch', { name: 'Notify me if this fails to run' })

/** Opens the page and waits until its scripts have loaded. */
async function open(page: Page): Promise<void> {
  await page.goto(APPLET)
  await page.waitForLoadState('networkidle')
}

/** The saved settings: [when it runs, when it fails]. */
function saved(page: Page): Promise<[boolean, boolean]> {
  return page.evaluate(async () => {
    const { viewer } = await (await fetch('/api/applets/hook-to-notification/viewer')).json()
    return [viewer.push_enabled, viewer.failed_applet_run_notifications_enabled]
  })
}

// §2.1-25
test('each notification is switched on its own and stays so', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, site, 'free@demo.test')
  await open(page)
  await expect(runs(page)).not.toBeChecked()
  await expect(fails(page)).toBeChecked()
  await expectNoAxeFindings(page, '.notifications')
  await page.getByText('Notify me when this runs').click()
  await expect.poll(() => saved(page)).toEqual([true, true])
  await page.getByText('Notify me if this fails to run').click()
  await expect.poll(() => saved(page)).toEqual([true, false])
  await page.reload()
  await expect(runs(page)).toBeChecked()
  await expect(fails(page)).not.toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('switches disappear when another tab has disabled the Applet', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await open(page)
  const other = await context.newPage()
  await open(other)
  await mainButton(other).click()
  await expect(mainButton(other)).toHaveText(/Disconnected|Reconnect/)
  await page.getByText('Notify me when this runs').click()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(mainButton(page)).toHaveText('Reconnect')
})

test('a switch pressed before the script has loaded is saved', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/viewer-parts.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(APPLET, { waitUntil: 'commit' })
  await page.getByText('Notify me when this runs').click()
  await expect(runs(page)).toBeChecked()
  expect(await saved(page)).toEqual([false, true])
  release()
  await expect.poll(() => saved(page)).toEqual([true, true])
  await expect(runs(page)).toBeChecked()
})
