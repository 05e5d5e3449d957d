import { AxeBuilder } from '@axe-core/playwright'
import type { CDPSession, Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Notifications in this browser' })

test('a browser that can not reach its push service says so within seconds, and can be asked again (§2.1)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, 'free@demo.test')
  await page.goto('/settings')
  const turnOn = section(page).getByRole('button', { name: 'Turn on' })
  await turnOn.focus()
  await page.keyboard.press('Enter')
  await expect(section(page).getByRole('status')).toHaveText(/could not reach its notification service/)
  await expect(turnOn).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect((await new AxeBuilder({ page }).include('.push-settings').analyze()).violations).toEqual([])
  }
})

test('a reader who says no is told how to allow notifications later', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await page.goto('/settings')
  // Nobody grants anything to a headless browser: it says no for its reader.
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page)).toContainText('You have blocked notifications for this site.')
  await expect(section(page).getByRole('button')).toHaveCount(0)
})

test('a message that is pushed to the browser is shown as a notification, once', async ({ page, context, site }) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, 'free@demo.test')
  await page.goto('/settings')
  const devtools = await context.newCDPSession(page)
  const registration = registered(devtools)
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  const message = { title: 'Switchyard', body: 'Notifications arrive here.', url: '/my_applets', tag: 'job_1' }
  const pushed = { origin: site.origin, registrationId: await registration, data: JSON.stringify(message) }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await devtools.send('ServiceWorker.deliverPushMessage', pushed)
  await devtools.send('ServiceWorker.deliverPushMessage', pushed)
  const { url, ...shown } = message
  await expect.poll(() => notifications(page)).toEqual([{ ...shown, data: { url } }])
})

/** The id of the next service worker that is registered. */
async function registered(devtools: CDPSession): Promise<string> {
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
