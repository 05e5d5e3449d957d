import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

test('GitHub is connected by signing in, or by pasting a token', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/github')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Connect GitHub' }).click()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You did not allow access to GitHub.')

  await main.getByRole('link', { name: 'Connect GitHub' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(main.getByText('octocat')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Disconnect octocat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(main.getByRole('link', { name: 'Connect GitHub' })).toBeVisible()

  await main.getByRole('link', { name: 'paste a personal access token instead' }).click()
  await expect(main.getByRole('link', { name: 'sign in at GitHub instead' })).toBeVisible()
  await expectNoAxeFindings(page)
  await main.getByLabel('Personal access token', { exact: true }).fill('github_pat_demo4711')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL('**/github')
  await expect(main.getByText('octocat')).toBeVisible()
})
