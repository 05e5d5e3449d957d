import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'
import { modal, QUOTA_TITLE } from '../pages/upgrade-modal-page.ts'

const UNSOLD = 'This needs a plan that is not sold any more.'
const CHUNK = /\/assets\/upgrade-modal-[\w-]{8}\.js/

test('an exclusive service and its steps offer the needed plan', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/airtable')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expect(modal(page)).toContainText('This service needs Pro')
  await page.keyboard.press('Escape')
  await page.locator('.step-lists a').first().click()
  await page.waitForURL(/\/airtable\/(triggers|queries|actions)\//)
  await waitForHydration(page)
  await page.getByRole('link', { name: /^Get Pro/ }).click()
  await expect(modal(page)).toContainText(/This (trigger|action) needs Pro|Queries need Pro\+/)
})

test('nothing offers a plan that is archived at Stripe', async ({ page, site }) => {
  await site.env.DB.prepare('update prices set archived = 1').run()
  await openAs(page, site, 'free@demo.test', '/airtable')
  await expect(page.getByRole('link', { name: /^Get Pro/ })).toHaveCount(0)
  await expect(page.getByText(UNSOLD)).toBeVisible()
  await page.goto('/create')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Look something up' }).click()
  await expect(page.getByText(UNSOLD)).toBeVisible()
  await openAs(page, site, 'trialused@demo.test', '/my_applets')
  await expect(page.getByText(/^2 of 2 Applets enabled/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get more' })).toHaveCount(0)
  await page.goto('/settings/billing')
  await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Get|Try) Pro/ })).toHaveCount(0)
  await page.goto('/applets/star-to-sheet')
  await waitForHydration(page)
  await mainButton(page).click()
  await expect(page.getByRole('alert')).toContainText(QUOTA_TITLE)
  await expect(modal(page)).toHaveCount(0)
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
