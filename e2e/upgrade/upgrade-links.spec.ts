import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'
import { modal } from '../pages/upgrade-modal-page.ts'

const CHUNK = /\/assets\/upgrade-modal-[\w-]{8}\.js/

test('an exclusive service and its steps offer the needed plan', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/stride')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expect(modal(page)).toContainText('This service needs Pro')
  await page.keyboard.press('Escape')
  await page.locator('.step-lists a').first().click()
  await page.waitForURL(/\/stride\/(triggers|queries|actions)\//)
  await waitForHydration(page)
  await page.getByRole('link', { name: /^Get Pro/ }).click()
  await expect(modal(page)).toContainText(/This (trigger|action) needs Pro|Queries need Pro\+/)
})

test('the modal loads when pointer or focus comes near its button', async ({ page, site }) => {
  const loads: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loads.push(request.url())))
  // A button that nothing blocks loads no modal.
  await openAs(page, site, 'free@demo.test', '/applets/star-to-sheet')
  await mainButton(page).hover()
  await mainButton(page).focus()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  await openAs(page, site, 'trialused@demo.test', '/applets/star-to-sheet')
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  await mainButton(page).hover()
  await expect.poll(() => loads.length).toBe(1)
  await page.goto('/my_applets')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  const before = loads.length
  await page.getByRole('link', { name: 'Get more' }).focus()
  await expect.poll(() => loads.length).toBe(before + 1)
})
