import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

/** In place of the stand-ins' clients. */
const KEY_ALONE = { service_key: 'a-key-alone' }
const SERVICE_CREDENTIALS = JSON.stringify({ google_sheets: KEY_ALONE, github: KEY_ALONE })
test.use({ settings: { SERVICE_CREDENTIALS, OPERATORS: 'usr_pro' } })

test('an operator is led to what is missing', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/activate?c[]=google_sheets&return_to=/google_sheets')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/settings/operator')
  await page.goto('/google_sheets')
  await main.getByRole('link', { name: 'Set up Google Sheets' }).click()
  const row = main.getByRole('row').filter({ hasText: 'Google Sheets' })
  await row.getByText('No client').click()
  await expect(row.getByText(`${site.origin}/api/connections/callback/google_sheets`)).toBeVisible()
  const github = main.getByRole('row').filter({ hasText: 'GitHub' })
  await github.getByText('No client, only pasted').click()
  await expect(github.getByRole('link', { name: 'Register a client at GitHub' })).toHaveAttribute(
    'href',
    'https://github.com/settings/developers',
  )
  await expectNoAxeFindings(page)

  await test.step('where only a token is left, it is asked for at once', async () => {
    await page.goto('/activate?c[]=github&return_to=/github')
    await expect(main.getByLabel('Personal access token', { exact: true })).toBeVisible()
  })
})
