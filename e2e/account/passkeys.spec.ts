import type { Page } from '@playwright/test'
import { expectAccessible } from '../testing/axe.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'
import { addDevice } from '../testing/virtual-authenticator.ts'

const ways = (page: Page) => page.getByRole('region', { name: 'Ways to sign in' })
const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

test('someone joins with a passkey, signs out and signs in again', async ({ page }) => {
  await addDevice(page)
  await page.goto('/join')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('passkey@example.test')
  await page.getByLabel('User name').fill('passkey')
  await page.getByRole('button', { name: 'Join with a passkey, without a password' }).click()
  await page.waitForURL('**/my_applets')
  await page.goto('/settings')
  await expect(ways(page).getByText('You have none.')).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login?return_to=/plans')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/plans')
})

test('a passkey is added after the password, renamed, used and removed', async ({ page, site }) => {
  await addDevice(page)
  await signIn(page, site, 'free@demo.test')
  await site.env.DB.exec('update sessions set proved_at = 0')
  await page.goto('/settings')
  await ways(page).getByRole('button', { name: 'Add a passkey' }).click()
  await proof(page).getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await ways(page)
    .getByRole('button', { name: /^Rename: Chrome on/ })
    .click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop')
  await page.keyboard.press('Enter')
  await expect(ways(page).getByText('My laptop')).toBeVisible()
  await expectAccessible(page)

  await site.env.DB.exec('update sessions set proved_at = 0')
  await ways(page).getByRole('button', { name: 'Remove: My laptop' }).click()
  await page.getByRole('dialog', { name: 'Remove My laptop?' }).getByRole('button', { name: 'Remove' }).click()
  await proof(page).getByRole('button', { name: 'Use your passkey' }).click()
  await expect(ways(page).getByText('My laptop')).toHaveCount(0)
  await page.reload()
  await expect(ways(page).getByText('You have one.')).toBeVisible()
  await expect(ways(page).getByText('My laptop')).toHaveCount(0)
})
