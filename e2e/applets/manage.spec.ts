import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'

// remove-applet.spec.ts covers plain deleting and archiving.

const manage = (page: Page) => page.getByRole('region', { name: 'Manage' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

test('an archived Applet is hidden from others until it is restored', async ({ page, request, site }) => {
  await openAs(page, site, 'author@demo.test', '/applets/star-to-sheet')
  await manage(page).getByRole('button', { name: 'Archive' }).click()
  await question(page).getByRole('button', { name: 'Archive' }).click()
  await page.waitForURL('**/my_applets')
  await expect(page.getByText('Applet was archived')).toBeVisible()
  expect((await request.get('/api/applets/star-to-sheet')).status()).toBe(404)

  await page.goto('/applets/star-to-sheet')
  await waitForHydration(page)
  await expect(page.getByText('You archived this Applet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Applet was restored')).toBeVisible()
  await expect(mainButton(page)).toHaveText(/^Connect /)
  await page.keyboard.press('Tab')
  await expect(mainButton(page)).toBeFocused()
  expect((await request.get('/api/applets/star-to-sheet')).status()).toBe(200)
})

test('a failed connection deletion can be repeated', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/connections/home-hub')
  const link = manage(page).getByRole('button')
  const remove = async () => {
    await link.click()
    await question(page).getByRole('button', { name: 'Delete' }).click()
  }
  await page.route('**/api/applets/*', (route) => route.abort(), { times: 1 })
  await remove()
  await expect(page.getByText('There was an error deleting this connection')).toBeVisible()
  await expect(link).toHaveText('Delete')
  await expect(link).toBeFocused()
  await remove()
  await page.waitForURL('**/my_applets')
  await expect(page.getByText('Connection was deleted')).toBeVisible()
})

test('deleting works after another tab did, or asks to sign in', async ({ page, context, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  await site.env.DB.prepare("delete from enablements where user_id = 'usr_free'").run()
  await manage(page).getByRole('button').click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/my_applets')
  await expect(page.getByText('Applet was deleted')).toBeVisible()

  await context.clearCookies()
  await openAs(page, site, 'pro@demo.test', '/connections/home-hub')
  await site.env.DB.prepare('delete from sessions').run()
  await manage(page).getByRole('button').click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/login\?return_to=%2Fconnections%2Fhome-hub/)
})

test('the confirmation works by keyboard at 320 px and passes axe', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await openAs(page, site, 'free@demo.test', '/applets/sunset-lights')
  const link = manage(page).getByRole('button', { name: 'Delete' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await expectNoAxeFindings(page, '.dialog[open]')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(link).toBeFocused()
  await expectNoAxeFindings(page, '.management')
})
