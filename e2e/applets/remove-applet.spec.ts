import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

/** Presses the button and confirms. */
async function remove(page: Page, name: 'Delete' | 'Archive') {
  await page.getByRole('button', { name, exact: true }).click()
  await question(page).getByRole('button', { name }).click()
}

// §2.1-63 §8-12 §8-15
test('deleting asks first, shows progress, and ends in My Applets', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const { release } = await holdBack(page, '**/api/applets/3')
  await remove(page, 'Delete')
  await expect(page.getByRole('button', { name: 'Deleting', exact: true })).toBeVisible()
  await page.locator('.manage-bar .removal').evaluate((button) => {
    const seen = () => sessionStorage.setItem('last', button.textContent ?? '')
    new MutationObserver(seen).observe(button, { childList: true, characterData: true, subtree: true })
  })
  release()
  await page.waitForURL('**/my_applets')
  await expect(page.getByRole('status')).toContainText('Applet was deleted')
  expect(await page.evaluate(() => sessionStorage.getItem('last'))).toBe('Deleted')
  await page.goto('/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText(/^Connect/)
})

// §8-14
test('a failed deletion can be repeated', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  await page.route('**/api/applets/3', (route) => route.abort(), { times: 1 })
  await remove(page, 'Delete')
  await expect(page.getByRole('alert')).toContainText('There was an error deleting this Applet')
  await expect(mainButton(page)).toHaveText(/Connected/)
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await remove(page, 'Delete')
  await page.waitForURL('**/my_applets')
})

// §2.1-63
test('the author archives an Applet and restores it', async ({ page, site }) => {
  await openAs(page, site, 'author@demo.test', '/applets/unpublished-draft')
  const { release } = await holdBack(page, '**/api/applets/12')
  await remove(page, 'Archive')
  await expect(page.getByRole('button', { name: 'Archiving', exact: true })).toBeVisible()
  release()
  await page.waitForURL('**/my_applets')
  await expect(page.getByRole('status')).toContainText('Applet was archived')
  await page.goto('/applets/unpublished-draft')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(mainButton(page)).toHaveText(/^Connect/)
  await page.keyboard.press('Tab')
  await expect(mainButton(page)).toBeFocused()
})
