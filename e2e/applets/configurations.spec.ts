import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const UPDATED = 'Connection successfully updated'
const CALL = '**/api/applets/*/configurations'

/** Opens Home Hub of pro@demo.test: enabled, with no door chosen yet. */
const openHub = (page: Page, site: Stack) => openAs(page, site, 'pro@demo.test', '/connections/home-hub')
const features = (page: Page) => page.getByRole('region', { name: 'Features' })
const feature = (page: Page, name: RegExp) => features(page).getByRole('switch', { name })

// §7-58
test('features are switched by keyboard, and stay off', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await openHub(page, site)
  const light = feature(page, /Welcome you/)
  const presence = feature(page, /Know when/)
  await expect(light).toBeChecked()
  await presence.focus()
  await page.keyboard.press('Tab')
  await expect(light).toBeFocused()
  const call = page.waitForRequest(CALL)
  await page.keyboard.press('Space')
  expect((await call).postDataJSON()).toEqual([{ slug: 'welcome_light', disabled: true }])
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(light).toBeFocused()
  await expect(light).not.toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoAxeFindings(page, 'features of a connection', '.configurations')

  await expect(presence).toHaveAccessibleDescription(/Always on/)
  await features(page)
    .getByText(/Know when/)
    .click({ force: true })
  await page.reload()
  await expect(light).not.toBeChecked()
  await expect(presence).toBeChecked()

  await test.step('an invalid stored value leads to the edit page with its error', async () => {
    await site.env.DB.prepare("update enablements set fields = ? where user_id = 'usr_pro'")
      .bind(JSON.stringify({ '1.entity': 'D'.repeat(2001) }))
      .run()
    await waitForHydration(page)
    await features(page)
      .getByText(/open door/)
      .click()
    await expect(page.getByRole('main').getByText('Entity must be at most 2,000 characters.')).toBeVisible()
    // Dropped once shown, so that a reload does not repeat it.
    await expect(page).toHaveURL(/\/connections\/home-hub\/edit$/)
  })

  await page.goto('/connections/home-hub')
  await waitForHydration(page)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await expect(features(page)).toBeHidden()
})
