import type { AppletRuns } from '../../worker/contract/runs/run-answers.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'

test.use({ viewport: { width: 320, height: 640 } })

test("a press on the services' page starts an Applet seen there", async ({ page, site }) => {
  const { services } = site.standIns
  await connectDemoAccounts(site, 'usr_pro', ['octoforge', 'sheetly'])
  const api = await apiClient(site, 'pro@demo.test')
  await api('POST', '/applets', { id: 'star-to-sheet' })
  const lastChecked = async () => (await api<AppletRuns>('GET', '/applets/star-to-sheet/health')).health?.last_checked
  await expect.poll(lastChecked).toEqual(expect.any(Number))

  await page.goto(services.origin)
  await expectNoAxeFindings(page)
  const octoforge = page.getByRole('article', { name: 'Octoforge' })
  await octoforge.getByLabel('Repository').first().fill('looms/shuttle')
  await octoforge.getByRole('button', { name: /^Star a repository/ }).click()
  await expect(octoforge.getByText('Starred looms/shuttle')).toBeVisible()
  const row = page.getByRole('article', { name: 'Sheetly' }).getByText(/looms\/shuttle \| https/)
  await expect(async () => {
    await page.reload()
    await expect(row.first()).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(page.getByRole('article', { name: 'Sheetly' }).getByText('by Switchyard').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
