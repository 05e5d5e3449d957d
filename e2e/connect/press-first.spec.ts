import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { consent } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'

/** A link on another site leads the browser to this path of ours. */
async function followLinkElsewhere(page: Page, site: Stack, path: string) {
  await page.route('https://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${site.origin}${path}">Win a prize</a>` }),
  )
  await page.goto('https://elsewhere.test/')
  await page.getByRole('link').click()
}

test('a link on another site connects nothing without a press', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await followLinkElsewhere(page, site, '/activate?c[]=github&c[]=google_sheets&return_to=/settings/connections')
  await expect(page.getByRole('heading', { name: 'Step 1 of 2: Connect GitHub' })).toBeVisible()
  await expectNoAxeFindings(page, 'first of two services')
  await page.getByRole('link', { name: 'Continue to GitHub' }).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/settings/connections')
  await expect(page.getByText('ada@gmail.example')).toBeVisible()
})
