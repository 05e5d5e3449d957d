import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const APPLET = '/applets/hook-to-notification'
const PORTAL = { contentType: 'text/html', body: '<h1>Log in to this network</h1>' }
const flash = (page: Page) => page.getByRole('alert')

// §7-13
test('a captive portal leaves the page, and pressing again works', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', APPLET)
  await page.route('**/api/**', (route) => route.fulfill(PORTAL))
  await mainButton(page).click()
  await expect(flash(page)).toHaveText(/^There was an error disabling this Applet/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Applets' })).toBeVisible()
  await expect(mainButton(page)).toHaveText('Connected')
  await page.getByText('Notify me when this runs').click()
  await expect(flash(page).filter({ hasText: 'There was an error updating this Applet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByText('Log in to this network')).toHaveCount(0)
  await page.unroute('**/api/**')
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText('Reconnect')
})

// §7-08
test('what our Worker could not answer is reported once, with its id', async ({ browser, site }) => {
  // Not the journey's own context, which fails at a 503.
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await openAs(page, site, 'free@demo.test', APPLET)
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/errors') reports.push(request.postDataJSON())
  })
  const json = { error: { type: 'internal', code: 'internal', message: 'Something broke.' }, errors: [] }
  const headers = { 'x-request-id': '0123456789abcdef' }
  await page.route('**/api/applets/*/disable', (route) => route.fulfill({ status: 503, headers, json }))
  for (let presses = 0; presses < 2; presses++) {
    const answered = page.waitForResponse('**/api/applets/*/disable')
    await mainButton(page).click()
    await answered
    await expect(mainButton(page)).toHaveText('Connected')
  }
  expect(reports).toMatchObject([
    { message: 'POST /api/applets was answered with 503', stack: null, request_id: '0123456789abcdef' },
  ])
  await context.close()
})

const REASONS = [
  [404, 'not_found', 'We could not find that.'],
  [409, 'conflict', 'This Applet is turned off. Reconnect it first.'],
  [429, 'rate_limited', 'Too many tries. Please wait a little and try again.'],
] as const

for (const [status, code, message] of REASONS) {
  // §8-14 §8-17
  test(`a ${status} says first what failed, then why`, async ({ page, site }) => {
    const json = { error: { type: code, code, message }, errors: [] }
    const refused = async (address: string, press: () => Promise<void>, sentence: string) => {
      await page.route(address, (route) => route.fulfill({ status, json }), { times: 1 })
      await press()
      await expect(flash(page).filter({ hasText: sentence })).toHaveText(`${sentence}. ${message}`)
    }
    const press = () => mainButton(page).click()
    await openAs(page, site, 'free@demo.test', APPLET)
    await refused('**/api/applets/*/disable', press, 'There was an error disabling this Applet')
    await expect(mainButton(page)).toHaveText('Connected')
    await press()
    await expect(mainButton(page)).toHaveText('Reconnect')
    await refused('**/api/applets/3', press, 'There was an error updating this Applet')
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    // A 404 means that it is gone already.
    if (status !== 404) await refused('**/api/applets/3', remove, 'There was an error deleting this Applet')
    await remove()
    await page.waitForURL('**/my_applets')
    await page.goto(APPLET)
    await waitForHydration(page)
    await refused('**/api/applets', press, 'There was an error creating the Applet')
  })
}
