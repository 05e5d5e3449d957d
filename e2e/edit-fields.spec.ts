import { consent, mainButton } from './connect-page.ts'
import { expect, signIn, test } from './journey.ts'

test('an Applet with fields: connect, fill in, live options from the service, save, change (§4.8, §4.10)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
  await page.goto('/applets/feed-to-chat')
  await mainButton(page).click()
  await consent(page, 'parley', 'Allow')
  await page.waitForURL('**/applets/feed-to-chat/edit')

  await page.getByRole('button', { name: 'Save' }).click()
  const feed = page.getByLabel(/Feed/)
  await expect(feed).toBeFocused()
  await expect(feed).toHaveAttribute('aria-invalid', 'true')
  await feed.fill('not an address')
  await page.getByLabel(/Channel/).selectOption({ label: '#general' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(feed).toHaveAttribute('aria-invalid', 'true')
  await expect(feed).toHaveValue('not an address')
  await feed.fill('https://example.com/feed.xml')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)

  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Feed/)).toHaveValue('https://example.com/feed.xml')
  await expect(page.getByLabel(/Channel/)).toHaveValue(/.+/)
})
