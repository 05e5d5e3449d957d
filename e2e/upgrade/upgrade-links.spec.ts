import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { awake, openAs } from '../testing/scenes.ts'
import { expectModal, modal, payInModal, said } from '../pages/upgrade-modal-page.ts'

const CHUNK = /\/assets\/upgrade-modal-.*\.js/

test('at the end of the quota "Get more" opens the modal, and the page then shows the new plan (§2.4, §6)', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'trialused@demo.test', '/my_applets')
  await page.getByRole('link', { name: 'Get more' }).click()
  await expectModal(page, "You've used all your Applets")
  await payInModal(page)
  await expect(said(page, 'Upgrade complete. Welcome to Switchyard Pro!')).toBeVisible()
  await expect(page.getByText('2 of 20 Applets enabled')).toBeVisible()
})

test('the pages of an exclusive service and of its steps offer the plan that they need (§2.4, §6)', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'free@demo.test', '/stride')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expect(modal(page)).toContainText('This service needs Pro')
  await page.keyboard.press('Escape')
  await page.locator('.step-lists a').first().click()
  await page.waitForURL(/\/stride\/(triggers|queries|actions)\//)
  await awake(page)
  await page.getByRole('link', { name: /^Get Pro/ }).click()
  await expect(modal(page)).toContainText(/This (trigger|action) needs Pro|Queries need Pro\+/)
})

test('the plans that a reason led to carry it into the modal: the holiday (§2.4, §9)', async ({ page, site }) => {
  await openAs(page, site, 'trialused@demo.test', '/plans?reason=holiday')
  await page.getByRole('link', { name: 'Get Pro', exact: true }).click()
  await expectModal(page, 'Get 23% off Pro')
})

test('a link stays a link: in a new tab, for a visitor, and without script (§2.4)', async ({
  page,
  context,
  browser,
  baseURL,
  site,
}) => {
  await page.goto('/plans')
  await awake(page)
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

test('the modal is loaded when the pointer or the focus comes near what opens it, not before', async ({
  page,
  site,
}) => {
  const loads: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loads.push(request.url())))
  await openAs(page, site, 'trialused@demo.test', '/applets/star-to-sheet')
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  await mainButton(page).hover()
  await expect.poll(() => loads.length).toBe(1)
  await page.goto('/my_applets')
  await awake(page)
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
