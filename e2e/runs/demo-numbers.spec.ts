import type { Page } from '@playwright/test'
import { demoEnablements, demoPeople } from '../../dev/seed/demo-people.ts'
import { appletId } from '../../dev/seed/seed-applets.ts'
import { seedRuns } from '../../dev/seed/seed-runs.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import type { AppletViewerResponse } from '../../worker/contract/applets/applet.ts'
import { HOUR } from '../../worker/contract/shared/durations.ts'
import { apiClient } from '../testing/api-client.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('what demo Applets ran is the same everywhere', async ({ page, site }) => {
  test.slow()
  expect(await readAllRuns(page, site)).toEqual({
    'free hook-to-notification': 0,
    'free sunset-lights': 0,
    'trialused hook-to-notification': 0,
    'trialused rain-check': 0,
    'pro home-hub': 0,
  })

  const { clock } = site.standIns
  const before = Date.now()
  await seedRuns({ origin: site.origin, clock })
  expect(clock.offset()).toBe(0)
  expect(await readAllRuns(page, site)).toEqual({
    'free hook-to-notification': 5,
    'free sunset-lights': 0,
    'trialused hook-to-notification': 3,
    'trialused rain-check': 0,
    'pro home-hub': 0,
  })

  const { last_run } = await readViewer(site, 'free', 'hook-to-notification')
  expect(before - (last_run ?? 0)).toBeGreaterThan(2 * HOUR)
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification/activity')
  await page.getByRole('link', { name: 'Done' }).last().click()
  await page.waitForURL('**/activity/runs/*')
  await expect(page.getByText('Notifications: Send a notification')).toBeVisible()
})

/** The runs of each demo account's Applets, of which the Applet's answer, its page and Activity say the same. */
async function readAllRuns(page: Page, site: Stack): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { user, applet } of demoEnablements) {
    const login = user.replace('usr_', '')
    const email = demoPeople.find(({ id }) => id === user)?.email ?? ''
    const { run_count, last_run } = await readViewer(site, login, applet)
    await openAs(page, site, email, `/applets/${applet}`)
    const summary = page.getByRole('region', { name: 'Activity' })
    const fact = (name: string) => summary.locator('div').filter({ has: page.getByText(name, { exact: true }) })
    const ran = last_run === null ? null : new Date(last_run).toISOString()
    await expect(fact('Runs').getByRole('definition')).toHaveText(String(run_count))
    if (ran === null) await expect(fact('Last run').getByRole('definition')).toHaveText('Never')
    else await expect(fact('Last run').locator('time')).toHaveAttribute('datetime', ran)

    await page.goto(`/activity?kind=runs&applet=${appletId(applet)}`)
    const listed = page.locator('.entry')
    await expect(listed).toHaveCount(run_count)
    expect(await page.locator('.entry a[href*="/activity/runs/"]').count()).toBe(run_count)
    if (ran !== null) await expect(listed.first().locator('time')).toHaveAttribute('datetime', ran)
    found[`${login} ${applet}`] = run_count
  }
  return found
}

async function readViewer(site: Stack, login: string, applet: string) {
  const api = await apiClient(site, `${login}@demo.test`)
  const { viewer } = await api<AppletViewerResponse>('GET', `/applets/${applet}/viewer`)
  if (!viewer) throw new Error(`${login} has no ${applet}.`)
  return viewer
}
