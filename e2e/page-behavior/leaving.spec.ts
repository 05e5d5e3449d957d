import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

type Flips = { path: string; region: string; switches: readonly [string, string] }

/** Hovers the switches, then flips two of them and leaves the page in one task. */
async function flipTwoAndLeave(page: Page, { path, region, switches: [first, second] }: Flips) {
  // The pointer may already be there when the page loads, which fetches the token.
  const token = page.waitForResponse('**/api/csrf_token')
  await page.goto(path)
  await waitForHydration(page)
  await page.getByRole('region', { name: region }).hover()
  // The page knows the token once it has read the whole answer.
  await (await token).finished()
  const switches = await Promise.all([first, second].map((name) => page.getByRole('switch', { name }).elementHandle()))
  await page.evaluate((inputs) => {
    for (const input of inputs) if (input instanceof HTMLElement) input.click()
    location.assign('/plans')
  }, switches)
  await page.waitForURL('**/plans')
}

/** The saved settings of the signed-in user. */
function saved(page: Page, applet: string) {
  return page.evaluate(async (name) => {
    const { viewer } = await (await fetch(`/api/applets/${name}/viewer`)).json()
    const features = viewer.live_configurations.filter(({ disabled }: { disabled: boolean }) => !disabled)
    return {
      runs: viewer.push_enabled,
      fails: viewer.failed_applet_run_notifications_enabled,
      features: features.map(({ slug }: { slug: string }) => slug),
    }
  }, applet)
}

test('two notifications switched right before leaving are both saved', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await flipTwoAndLeave(page, {
    path: '/applets/hook-to-notification',
    region: 'Notifications',
    switches: ['Notify me when this runs', 'Notify me if this fails to run'],
  })
  await expect.poll(() => saved(page, 'hook-to-notification')).toMatchObject({ runs: true, fails: false })
})
