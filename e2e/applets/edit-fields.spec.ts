import { mainButton, pasteKey } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

/** What Matrix lists. */
const ROOM = '!tea:example.org'

// §8-08 §8-11
test('an Applet with fields connects, saves, and loads live options', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/feed-to-chat')
  await mainButton(page).click()
  await pasteKey(page, site, 'matrix')
  await page.waitForURL('**/applets/feed-to-chat/edit')

  await page.getByRole('button', { name: 'Save' }).click()
  const feed = page.getByLabel(/Feed/)
  await expect(feed).toBeFocused()
  await expect(feed).toHaveAttribute('aria-invalid', 'true')
  await feed.fill('not an address')
  await expect(page.locator(`datalist option[value="${ROOM}"]`)).toHaveText('Room 1')
  await page.getByLabel(/Room/).fill(ROOM)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(feed).toHaveAttribute('aria-invalid', 'true')
  await expect(feed).toHaveValue('not an address')
  await feed.fill('https://example.com/feed.xml')
  await test.step('what could not be saved stays as typed', async () => {
    await page.route('**/api/applets/2', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    const said = 'There was an error updating this connection. Please try agian later.'
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
    await expect(feed).toHaveValue('https://example.com/feed.xml')
    await expect(page).toHaveURL(/\/edit$/)
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Post new feed items to a chat channel is on.')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await expect(page.locator('main').getByText('Room 1')).toBeVisible()

  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Feed/)).toHaveValue('https://example.com/feed.xml')
  await expect(page.getByLabel(/Room/)).toHaveValue(ROOM)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
})
