import type { Page } from '@playwright/test'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

test('a revoked token is reported and repaired from the edit page', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=parley&return_to=/settings/connections')
  await consent(page, 'parley', 'Allow')
  await expect(page.getByText('ada@parley.test')).toBeVisible()

  site.standIns.services.control.revokeAll('parley')
  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByText('This connection no longer works').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reconnect Parley' })).toBeVisible()
  await page.goto('/settings/connections')
  await expect(page.getByRole('link', { name: 'Reconnect ada@parley.test' })).toBeVisible()
  await page.goto('/applets/feed-to-chat')
  await expect(page.getByRole('link', { name: 'Repair the connection' })).toBeVisible()
  expect(await linesOffCenter(page)).toEqual([])
  await page.goto('/applets/feed-to-chat/edit?error_message=Choose+a+channel.')
  await expect(page.getByRole('alert').getByText('Choose a channel.')).toBeVisible()
  await page.getByRole('link', { name: 'Reconnect Parley' }).click()
  await consent(page, 'parley', 'Allow')
  await page.waitForURL('**/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Channel/)).toBeVisible()
  await page.goto('/applets/feed-to-chat')
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
