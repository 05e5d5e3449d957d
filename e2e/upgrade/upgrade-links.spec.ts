import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration, openAs } from '../testing/scenes.ts'
import { expectModal, modal, payInModal, flashWith } from '../pages/upgrade-modal-page.ts'

const CHUNK = /\/assets\/upgrade-modal-[\w-]{8}\.js/

test('"Get more" opens the modal, and the page shows the new plan', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/my_applets')
  await page.getByRole('link', { name: 'Get more' }).click()
  await expectModal(page, "You've used all your Applets")
  await payInModal(page)
  await expect(flashWith(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(page.getByText('2 of 20 Applets enabled')).toBeVisible()
})

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

test('the plans page passes its reason to the modal', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/plans?reason=holiday')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expectModal(page, 'Get 23% off Pro')
})

test('a modified click, a visitor, and no script follow the link', async ({
  page,
  context,
  browser,
  baseURL,
  site,
}) => {
  await page.goto('/plans')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await page.waitForURL(/\/login\?return_to=/)
  await openAs(page, site, 'free@demo.test', '/plans')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: 'Try it free' })
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(tab).toHaveURL(/\/subscribe\/pro$/)
  await expect(modal(page)).toHaveCount(0)
  const still = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const plain = await still.newPage()
  await plain.goto('/plans')
  await plain.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await plain.waitForURL(/\/login\?return_to=/)
  await still.close()
})

test('the modal loads when pointer or focus comes near its button', async ({ page, site }) => {
  const loads: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loads.push(request.url())))
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

test('a button that nothing blocks loads no modal', async ({ page, site }) => {
  const loads: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loads.push(request.url())))
  await openAs(page, site, 'free@demo.test', '/applets/star-to-sheet')
  await mainButton(page).hover()
  await mainButton(page).focus()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
})
