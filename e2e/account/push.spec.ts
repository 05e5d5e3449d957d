import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { knownBrowser } from '../../dev/processes/find-browser.ts'
import { CHROMIUM_ARGS } from '../../dev/processes/chromium-args.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// The headless shell has no notifications.
test.use({ launchOptions: { executablePath: knownBrowser() ?? 'chromium', args: CHROMIUM_ARGS } })
// One stack of its own for all of them.
test.describe.configure({ mode: 'default' })

const section = (page: Page) => page.getByRole('region', { name: 'Notifications in this browser' })

test('a switch for runs offers this browser until it shows them', async ({ page, context, site }) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  const here = page.locator('.push-here')
  await page.getByText('Notify me when this runs').click()
  await expect(here).toContainText('This browser does not show notifications yet.')
  await here.getByRole('button', { name: 'Turn on here' }).click()
  await expect(here).toContainText('could not reach its notification service')
  expect((await new AxeBuilder({ page }).include('.notifications').analyze()).violations).toEqual([])
  await page.getByText('Notify me when this runs').click()
  await expect(here).toHaveCount(0)
})

test('a push message is shown as a notification once', async ({ page, context, site }) => {
  const push = await turnOnPush(page, context, site)
  const message = { title: 'Switchyard', body: 'Notifications arrive here.', url: '/my_applets', tag: 'job_1' }
  await push(message)
  await push(message)
  const { url, ...shown } = message
  await expect.poll(() => notifications(page)).toEqual([{ ...shown, data: { url } }])
})

test('a pressed notification focuses its tab or opens one', async ({ page, context, site }) => {
  const push = await turnOnPush(page, context, site)
  const [worker] = context.serviceWorkers()
  const press = async (url: string) => {
    await push({ title: 'Switchyard', body: 'It ran.', url, tag: 'job_2' })
    await expect.poll(() => notifications(page)).toHaveLength(1)
    const led = await worker?.evaluate(PRESS)
    expect(await notifications(page)).toEqual([])
    return led
  }
  const applet = '/applets/hook-to-notification'
  expect(await press(applet)).toEqual([`new tab: ${site.origin}${applet}`])
  await page.goto(applet)
  expect(await press(applet)).toEqual([`to the front: ${site.origin}${applet}`])
  expect(await press('https://elsewhere.test/')).toEqual(['new tab: /'])
})

/**
 * Presses the notification inside the worker. Only a real click may open or focus a window, so both calls are recorded
 * instead. `waitUntil` is replaced too, because it works only with the browser's own events.
 */
const PRESS = `(async () => {
  const led = []
  Clients.prototype.openWindow = async (url) => void led.push('new tab: ' + url)
  WindowClient.prototype.focus = async function () { led.push('to the front: ' + this.url) }
  const [notification] = await registration.getNotifications()
  const event = new NotificationEvent('notificationclick', { notification })
  let work
  event.waitUntil = (promise) => { work = promise }
  dispatchEvent(event)
  await work
  return led
})()`

type Message = { title: string; body: string; url: string; tag: string }

/** Turns notifications on in settings. Returns a function that pushes one to this browser, as a push service does. */
async function turnOnPush(page: Page, context: BrowserContext, site: Stack) {
  await context.grantPermissions(['notifications'])
  await signIn(page, site, 'free@demo.test')
  await page.goto('/settings')
  const devtools = await context.newCDPSession(page)
  const registration = nextRegistrationId(devtools)
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  const registrationId = await registration
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  return async (message: Message) => {
    const pushed = { origin: site.origin, registrationId, data: JSON.stringify(message) }
    await devtools.send('ServiceWorker.deliverPushMessage', pushed)
  }
}

/** The id of the next service worker registration. */
async function nextRegistrationId(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

function notifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data: data as unknown,
    }))
  })
}
