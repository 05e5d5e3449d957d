import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('Mastodon is connected at the server that its user names', async ({ page, site }) => {
  const named = `${site.standIns.services.origin}/mastodon`
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
  await expectAccessible(page, 'server with an error')
  await page.goBack()
  await expect(main.getByText('Enter a public https address.')).toBeHidden()
  await waitForHydration(page)
  await server.fill(named)
  await main.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/mastodon')
  await expect(main.getByText(/^@ada@localhost/)).toBeVisible()
  await expect(page.getByText('Mastodon is connected.')).toBeVisible()

  await test.step('without script, the form leads to a page with a link to the server', async () => {
    await main.getByRole('button', { name: /^Disconnect/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(main.getByText(/^@ada@localhost/)).toHaveCount(0)
    const read = await openWithoutScript(page, '/activate?c[]=mastodon&return_to=/mastodon')
    await read.getByLabel('Your server').fill(named)
    await read.getByRole('button', { name: 'Continue' }).click()
    await read.getByRole('link', { name: /^Continue to localhost/ }).click()
    await read.getByRole('button', { name: 'Allow' }).click()
    await read.waitForURL('**/mastodon?script=off')
    await read.goto('/settings/connections')
    await expect(read.getByText(/^@ada@localhost/)).toBeVisible()
    await read.context().close()
  })
})
