import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'

const UPDATED = 'Connection successfully updated'
const CALL = '**/api/applets/*/configurations'

/** Opens Home Hub of pro@demo.test: enabled, with no door chosen yet. */
const openHub = (page: Page, site: Stack) => openAs(page, site, 'pro@demo.test', '/connections/home-hub')
const features = (page: Page) => page.getByRole('region', { name: 'Features' })
const feature = (page: Page, name: RegExp) => features(page).getByRole('switch', { name })
/** Clicks the label, because the drawn switch covers the input. */
const press = (page: Page, name: RegExp) => features(page).getByText(name).click()

// §7-58
test('an optional feature stays off, and the required one is locked', async ({ page, site }) => {
  await openHub(page, site)
  const light = feature(page, /Welcome you/)
  const presence = feature(page, /Know when/)
  await expect(light).toBeChecked()
  const call = page.waitForRequest(CALL)
  await press(page, /Welcome you/)
  expect((await call).postDataJSON()).toEqual([{ slug: 'welcome_light', disabled: true }])
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(presence).toHaveAccessibleDescription(/Always on/)
  await features(page)
    .getByText(/Know when/)
    .click({ force: true })
  await page.reload()
  await expect(light).not.toBeChecked()
  await expect(presence).toBeChecked()

  await waitForHydration(page)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await expect(features(page)).toBeHidden()
})

test('a feature without settings leads to the edit page first', async ({ page, site }) => {
  await openHub(page, site)
  const door = feature(page, /open door/)
  await expect(door).not.toBeChecked()
  await press(page, /open door/)
  await page.waitForURL('**/connections/home-hub/edit')
  await expect(page.getByText("You'll need to configure this feature first.")).toBeVisible()
  await page.getByLabel(/Door to watch/).selectOption({ label: 'Front door' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/connections/home-hub')
  await expect(door).toBeChecked()
})

test('an invalid stored value leads to the edit page with its error', async ({ page, site }) => {
  await site.env.DB.prepare("update enablements set fields = ? where user_id = 'usr_pro'")
    .bind(JSON.stringify({ '1.door': 'D'.repeat(2001) }))
    .run()
  await openHub(page, site)
  await press(page, /open door/)
  const message = 'Door to watch must be at most 2,000 characters.'
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
  // Dropped once shown, so that a reload does not repeat it.
  await expect(page).toHaveURL(/\/connections\/home-hub\/edit$/)
})

test('a change that fails is reverted, and the next press works', async ({ page, site }) => {
  await openHub(page, site)
  const heat = feature(page, /Save heat/)
  await page.route(CALL, (route) => route.abort(), { times: 1 })
  await press(page, /Save heat/)
  await expect(page.getByText('There was an error updating this connection. Please try agian later.')).toBeVisible()
  await expect(heat).toBeChecked()
  await press(page, /Save heat/)
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(heat).not.toBeChecked()
})

test('repeated presses while it saves keep the last choice', async ({ page, site }) => {
  await openHub(page, site)
  const heat = feature(page, /Save heat/)
  const { release, held } = await holdBack(page, CALL)
  for (const checked of [false, true, false]) {
    await press(page, /Save heat/)
    await expect(heat).toBeChecked({ checked })
  }
  release()
  await expect(page.getByText(UPDATED)).toBeVisible()
  expect(held.map((request) => request.postDataJSON())).toEqual([[{ slug: 'away_heating', disabled: true }]])
  await page.reload()
  await expect(heat).not.toBeChecked()
})

test('features work by keyboard at 320 px with storage blocked', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await openHub(page, site)
  await feature(page, /Know when/).focus()
  await page.keyboard.press('Tab')
  await expect(feature(page, /Welcome you/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(feature(page, /Welcome you/)).toBeFocused()
  await expect(feature(page, /Welcome you/)).not.toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoAxeFindings(page, '.configurations')
})
