import type { Page } from '@playwright/test'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

test('a revoked token is reported and repaired from the edit page', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await page.goto('/activate?c[]=airtable&return_to=%2Fsettings%2Fconnections')
  await consent(page, 'airtable')
  await expect(page.getByText('ada@example.com')).toBeVisible()

  site.standIns.services.control.revokeAll('airtable')
  await page.goto('/applets/run-log/edit')
  await expect(page.getByText('This connection no longer works').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reconnect Airtable' })).toBeVisible()
  await page.goto('/settings/connections')
  await expect(page.getByRole('link', { name: 'Reconnect ada@example.com' })).toBeVisible()
  await page.goto('/applets/run-log')
  await expect(page.getByRole('link', { name: 'Repair the connection' })).toBeVisible()
  expect(await linesOffCenter(page)).toEqual([])
  await page.goto('/applets/run-log/edit?error_message=Choose+a+base.')
  await expect(page.getByRole('alert').getByText('Choose a base.')).toBeVisible()
  await page.getByRole('link', { name: 'Reconnect Airtable' }).click()
  await consent(page, 'airtable')
  await page.waitForURL('**/applets/run-log/edit')
  await expect(page.getByLabel(/Base/)).toBeVisible()
  await page.goto('/applets/run-log')
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

/** The lines of the notice under the button that do not stand below its middle, by how many pixels. */
function linesOffCenter(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const middle = ({ left, right }: DOMRect) => (left + right) / 2
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.connect-panel .status') as Element)
    const lines = Map.groupBy(range.getClientRects(), ({ bottom }) => Math.round(bottom / 12))
    const button = middle((document.querySelector('.connect-button') as Element).getBoundingClientRect())
    return (
      [...lines.values()]
        .map(
          (rects) => (Math.min(...rects.map((rect) => rect.left)) + Math.max(...rects.map((rect) => rect.right))) / 2,
        )
        .map((center) => Math.round(center - button))
        // A line that begins with the sign is measured without it.
        .filter((off) => Math.abs(off) > 20)
    )
  })
}
