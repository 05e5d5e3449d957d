import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { knownBrowser } from '../../dev/processes/find-browser.ts'
import { CHROMIUM_ARGS } from '../../dev/processes/chromium-args.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// The headless shell has no notifications.
test.use({ launchOptions: { executablePath: knownBrowser() ?? 'chromium', args: CHROMIUM_ARGS } })

const section = (page: Page) => page.getByRole('region', { name: 'Notifications in this browser' })

test('a browser shows a push message once, and its press leads on', async ({ page, context, site }) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, site, 'free@demo.test')
  await test.step('a switch for runs offers this browser until it shows them', async () => {
    await page.goto('/applets/hook-to-notification')
    const here = page.locator('.push-here')
    await page.getByText('Notify me when this runs').click()
    await expect(here).toContainText('This browser does not show notifications yet.')
    await here.getByRole('button', { name: 'Turn on here' }).click()
    await expect(here).toContainText('could not reach its notification service')
    await expectNoAxeFindings(page, 'switch for runs without notifications here', '.notifications')
    await page.getByText('Notify me when this runs').click()
    await expect(here).toHaveCount(0)
  })
  const push = await turnOnPush(page, context, site)
  const message = { title: 'Switchyard', body: 'Notifications arrive here.', url: '/my_applets', tag: 'job_1' }
  await push(message)
  await push(message)
  const { url, ...shown } = message
  await expect.poll(() => notifications(page)).toEqual([{ ...shown, data: { url } }])
  const [worker] = context.serviceWorkers()
  /** Presses what this message shows. A push service sends one again that was lost, as DevTools does at times. */
  const press = async (pushed: Message) => {
    await expect(async () => {
      await push(pushed)
      await expect.poll(() => notifications(page), { timeout: 5000 }).toHaveLength(1)
    }).toPass({ timeout: 20_000 })
    const led = await worker?.evaluate(PRESS)
    expect(await notifications(page)).toEqual([])
    return led
  }
  expect(await press(message)).toEqual([`new tab: ${site.origin}/my_applets`])
  const applet = '/applets/hook-to-notification'
  await page.goto(applet)
  expect(await press({ ...message, url: applet, tag: 'job_2' })).toEqual([`to the front: ${site.origin}${applet}`])
  expect(await press({ ...message, url: 'https://elsewhere.test/', tag: 'job_3' })).toEqual(['new tab: /'])
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
