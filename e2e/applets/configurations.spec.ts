import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, test } from '../testing/journey.ts'
import { awake, openAs } from '../testing/scenes.ts'

const UPDATED = 'Connection successfully updated'
const CALL = '**/api/applets/*/configurations'

/** Home Hub as pro@demo.test has it: enabled, with the door still to be chosen. */
const openHub = (page: Page, site: Stack) => openAs(page, site, 'pro@demo.test', '/connections/home-hub')
const features = (page: Page) => page.getByRole('region', { name: 'Features' })
const feature = (page: Page, name: RegExp) => features(page).getByRole('switch', { name })
/** Presses its words: the switch itself is drawn over the input. */
const press = (page: Page, name: RegExp) => features(page).getByText(name).click()

// §1-23
test('a feature is switched off and stays off; the required one is locked on (§1, §7 Update configurations)', async ({
  page,
  site,
}) => {
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

  await awake(page)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await expect(features(page)).toBeHidden()
})

test('a feature that is not set up leads to the edit path, and is on once it is (§8)', async ({ page, site }) => {
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

test('a stored value that fits no longer leads to the edit path with the error in the address (§8)', async ({
  page,
  site,
}) => {
  await site.env.DB.prepare("update enablements set fields = ? where user_id = 'usr_pro'")
    .bind(JSON.stringify({ '1.door': 'D'.repeat(2001) }))
    .run()
  await openHub(page, site)
  await press(page, /open door/)
  const message = 'Door to watch must be at most 2,000 characters.'
  await page.waitForURL(`**/connections/home-hub/edit?error_message=${encodeURIComponent(message)}`)
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
})

test('what the server does not take is taken back and said; the next press works (§8)', async ({ page, site }) => {
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

test('whoever changes their mind while it saves gets what they wanted last', async ({ page, site }) => {
  await openHub(page, site)
  const heat = feature(page, /Save heat/)
  const { come, held } = await holdBack(page, CALL)
  for (const checked of [false, true, false]) {
    await press(page, /Save heat/)
    await expect(heat).toBeChecked({ checked })
  }
  come()
  await expect(page.getByText(UPDATED)).toBeVisible()
  expect(held.map((request) => request.postDataJSON())).toEqual([[{ slug: 'away_heating', disabled: true }]])
  await page.reload()
  await expect(heat).not.toBeChecked()
})

test('by keyboard alone at 320 px, with storage blocked and without motion; axe finds nothing', async ({
  page,
  site,
}) => {
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
