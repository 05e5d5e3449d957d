import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { expect, test } from '../testing/journey.ts'
import { mainButton } from '../pages/connect-page.ts'
import { openAs } from '../testing/scenes.ts'

// remove-applet.spec.ts covers plain deleting and archiving.

const manage = (page: Page) => page.getByRole('region', { name: 'Manage' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to continue?' })

test('deleting says what another tab deleted, or asks to sign in', async ({ page, context, site }) => {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  await site.env.DB.prepare("delete from enablements where user_id = 'usr_free'").run()
  await manage(page).getByRole('button', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'There was an error deleting this Applet. We could not find that.',
  )
  await expect(mainButton(page)).toHaveText(/^Connect/)

  await context.clearCookies()
  await openAs(page, site, 'pro@demo.test', '/connections/home-hub')
  await site.env.DB.prepare('delete from sessions').run()
  await manage(page).getByRole('button', { name: 'Delete' }).click()
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
  await expectNoAxeFindings(page, '.manage-bar')
})
