import { expectAccessible } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('Mastodon is connected at the server that its user names', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/mastodon')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Connect Mastodon' }).click()
  await waitForHydration(page)
  const server = main.getByLabel('Your server')
  await server.fill('router.internal')
  await server.press('Enter')
  await expect(main.getByText('Enter a public https address.')).toBeVisible()
  await expect(server).toHaveValue('router.internal')
  await expect(server).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.goBack()
  await expect(main.getByText('Enter a public https address.')).toBeHidden()
  await waitForHydration(page)
  await server.fill(`${site.standIns.services.origin}/mastodon`)
  await main.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL('**/mastodon')
  await expect(main.getByText(/^@ada@localhost/)).toBeVisible()
  await expect(page.getByText('Mastodon is connected.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form leads to a page with a link to the server', async ({ page, site }) => {
    await signIn(page, site, 'pro@demo.test')
    await page.goto('/activate?c[]=mastodon&return_to=/mastodon')
    await page.getByLabel('Your server').fill(`${site.standIns.services.origin}/mastodon`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: /^Continue to localhost/ }).click()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.waitForURL('**/mastodon?script=off')
    await page.goto('/settings/connections')
    await expect(page.getByText(/^@ada@localhost/)).toBeVisible()
  })
})
