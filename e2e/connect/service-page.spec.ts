import { consent } from '../pages/connect-page.ts'
import { expect, PASSWORD, test } from '../testing/journey.ts'

test('a visitor connects a service on its page, then disconnects it', async ({ page }) => {
  await test.step('a page without Applets keeps its parts apart', async () => {
    await page.goto('/discord')
    const box = await page.getByRole('region', { name: 'Connection' }).boundingBox()
    const next = await page.getByRole('heading', { name: 'Make your own' }).boundingBox()
    expect((next?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeGreaterThanOrEqual(32)
  })
  await page.goto('/octoforge')
  const connect = page.getByRole('main').getByRole('link', { name: 'Connect Octoforge' })
  await connect.click()
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Continue to Octoforge' }).click()
  await consent(page, 'octoforge', 'Deny')
  await expect(page).toHaveURL(/\/octoforge$/)
  await expect(page.getByRole('alert')).toContainText('You did not allow access to Octoforge.')

  await connect.click()
  await consent(page, 'octoforge', 'Allow')
  await page.waitForURL(/\/octoforge$/)
  await expect(page.getByText('Octoforge is connected.')).toBeVisible()
  await expect(page.getByText('ada@octoforge.test')).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect ada@octoforge.test' }).click()
  await page.getByRole('dialog', { name: 'Disconnect Octoforge?' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Octoforge (ada@octoforge.test) is disconnected.')).toBeVisible()
  await expect(connect).toBeVisible()
  await expect(page.getByRole('region', { name: 'Connection' }).locator(':focus')).toContainText('Use Octoforge')
})
