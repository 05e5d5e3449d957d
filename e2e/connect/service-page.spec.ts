import { consent } from '../pages/connect-page.ts'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'

test('a visitor connects a service on its page, then disconnects it', async ({ page }) => {
  await test.step('a page without Applets keeps its parts apart', async () => {
    await page.goto('/discord')
    const box = await page.getByRole('region', { name: 'Connection' }).boundingBox()
    const next = await page.getByRole('heading', { name: 'Make your own' }).boundingBox()
    expect((next?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeGreaterThanOrEqual(32)
  })
  await page.goto('/github')
  const connect = page.getByRole('main').getByRole('link', { name: 'Connect GitHub' })
  await connect.click()
  await sendSignIn(page, 'free@demo.test')
  await page.getByRole('link', { name: 'Continue to GitHub' }).click()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  await expectNoAxeFindings(page, 'consent of a stand-in')
  await consent(page, 'github', 'deny')
  await expect(page).toHaveURL(/\/github$/)
  await expect(page.getByRole('alert')).toContainText('You did not allow access to GitHub.')

  await connect.click()
  await consent(page, 'github')
  await page.waitForURL(/\/github$/)
  await expect(page.getByText('GitHub is connected.')).toBeVisible()
  await expect(page.getByText('octocat')).toBeVisible()
  await expectAccessible(page, 'service that is connected')

  await page.getByRole('button', { name: 'Disconnect octocat' }).click()
  await page.getByRole('dialog', { name: 'Disconnect GitHub?' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('GitHub (octocat) is disconnected.')).toBeVisible()
  await expect(connect).toBeVisible()
  await expect(page.getByRole('region', { name: 'Connection' }).locator(':focus')).toContainText('Use GitHub')

  await test.step('GitHub is also connected by pasting a token', async () => {
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'paste a personal access token instead' }).click()
    await expect(main.getByRole('link', { name: 'sign in at GitHub instead' })).toBeVisible()
    await main.getByLabel('Personal access token', { exact: true }).fill('github_pat_demo4711')
    await main.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.waitForURL('**/github')
    await expect(main.getByText('octocat')).toBeVisible()
  })
})
