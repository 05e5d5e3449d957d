import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

/** In place of the stand-ins' clients. */
const KEY_ALONE = { service_key: 'a-key-alone' }
const SERVICE_CREDENTIALS = JSON.stringify({ octoforge: KEY_ALONE, github: KEY_ALONE })
test.use({ settings: { SERVICE_CREDENTIALS, OPERATORS: 'usr_pro' } })

test('a service without the operator’s client says so', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/octoforge')
  const main = page.getByRole('main')
  await expect(main.getByText('Not set up here')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Connect Octoforge' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Set up Octoforge' })).toHaveCount(0)
  for (const width of [320, 1444]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeFindings(page)
  }
  const answer = await page.goto('/activate?c[]=octoforge&return_to=/octoforge')
  expect(answer?.status()).toBe(404)
  await expect(main.getByText('Octoforge is not set up on this site yet.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Set it up' })).toHaveCount(0)
})

test('a visitor is told before signing in', async ({ page }) => {
  await page.goto('/octoforge')
  await expect(page.getByRole('main').getByText('Not set up here')).toBeVisible()
})

test('an operator is led to what is missing', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/activate?c[]=octoforge&return_to=/octoforge')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/settings/operator')
  await page.goto('/octoforge')
  await main.getByRole('link', { name: 'Set up Octoforge' }).click()
  const row = main.getByRole('row').filter({ hasText: 'Octoforge' })
  await row.getByText('No client').click()
  await expect(row.getByText(`${site.origin}/api/connections/callback/octoforge`)).toBeVisible()
  const github = main.getByRole('row').filter({ hasText: 'GitHub' })
  await github.getByText('No client, only pasted').click()
  await expect(github.getByRole('link', { name: 'Register a client at GitHub' })).toHaveAttribute(
    'href',
    'https://github.com/settings/developers',
  )
  await expectNoAxeFindings(page)
})

test('GitHub is connected with a token where it has no client', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/github')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /instead/ })).toHaveCount(0)
  await main.getByRole('link', { name: 'Connect GitHub' }).click()
  await expect(main.getByLabel('Personal access token', { exact: true })).toBeVisible()
})
