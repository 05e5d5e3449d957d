import { tierNow } from '../pages/checkout-form.ts'
import { mainButton, pasteKey } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { expectModal, modal, payInModal } from '../pages/upgrade-modal-page.ts'

test('an edit survives the closed modal and saves after the upgrade', async ({ page, site }) => {
  await signIn(page, site, 'trialused@demo.test')
  await page.goto('/activate?c[]=matrix&return_to=/applets/feed-to-chat/edit')
  await pasteKey(page, site, 'matrix')
  // The page before has this address in its own, and a press before hydration sends the form itself.
  await page.waitForURL(({ pathname }) => pathname === '/applets/feed-to-chat/edit')
  await waitForHydration(page)
  const feed = page.getByLabel(/Feed/)
  const save = page.getByRole('button', { name: 'Save' })
  await feed.fill('https://example.com/feed.xml')
  await page.getByLabel(/Room/).fill('!tea:example.org')
  await save.click()
  await expectModal(page, "You've used all your Applets")
  await expect(modal(page)).toContainText('Your changes to this Applet are not saved yet.')
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  await expect(save).toBeFocused()
  await expect(feed).toHaveValue('https://example.com/feed.xml')
  await expect(page.getByRole('main')).toContainText("You've used all your Applets")

  await page.keyboard.press('Enter')
  await payInModal(page)
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(page.getByText('Turned on: Post new feed items to a chat channel')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/Connected/)
  expect(await tierNow(page)).toBe('intermediate_pro')
  await page.goto('/applets/feed-to-chat/edit')
  await expect(page.getByLabel(/Feed/)).toHaveValue('https://example.com/feed.xml')
})
