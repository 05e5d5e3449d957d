import type { AppletRuns } from '../../worker/contract/runs/run-answers.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'

test.use({ viewport: { width: 320, height: 640 } })

test("a press on a service's page starts an Applet seen at another", async ({ page, site }) => {
  const { services } = site.standIns
  await connectDemoAccounts(site, 'usr_pro', ['github', 'google_sheets'])
  const api = await apiClient(site, 'pro@demo.test')
  await api('POST', '/applets', { id: 'star-to-sheet' })
  const lastChecked = async () => (await api<AppletRuns>('GET', '/applets/star-to-sheet/health')).health?.last_checked
  await expect.poll(lastChecked).toEqual(expect.any(Number))

  await page.goto(services.origin)
  await expectNoAxeFindings(page)
  await page.getByRole('link', { name: 'GitHub', exact: true }).click()
  await expectNoAxeFindings(page)
  const star = page.locator('form').filter({ hasText: 'Star a repository' })
  await star.getByLabel('text').fill('looms/shuttle')
  await star.getByRole('button').click()
  await api('POST', '/applets/star-to-sheet/check_now')
  await page.goto(`${services.origin}/google_sheets`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('looms/shuttle').first()).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
