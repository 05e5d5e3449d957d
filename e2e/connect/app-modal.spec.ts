import type { Page } from '@playwright/test'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'This Applet needs the Switchyard app' })
const field = (page: Page) => modal(page).getByLabel('Enter your phone number')
const sendLink = (page: Page) => modal(page).getByRole('button', { name: 'Send link' })
const stores = (page: Page) => modal(page).getByRole('link')

const APP_STORE = /^https:\/\/apps\.apple\.com\//
const PLAY_STORE = /^https:\/\/play\.google\.com\/store\/apps\//

/** Lets more than the idle time pass after which the modal opens. */
const expectStaysClosed = async (page: Page) => {
  await page.clock.runFor(2500)
  await expect(modal(page)).toBeHidden()
}

const alert = (page: Page, message: string) => page.getByRole('alert').filter({ hasText: message }).first()

/** Focuses the main button as soon as it exists, so before the modal can open, even on a slow machine. */
const focusMainButtonEarly = (page: Page) =>
  page.addInitScript(() => {
    const timer = setInterval(() => {
      const button = document.querySelector<HTMLElement>('.connect-button')
      button?.focus()
      if (button && document.activeElement === button) clearInterval(timer)
    }, 20)
  })

async function requestLink(page: Page, number: string): Promise<void> {
  await field(page).fill(number)
  await sendLink(page).click()
}

// §8-20 §2.1-40 §2.1-41 §2.1-49 §5-16 §8-23
test('on a desktop a text sends the link, once a session', async ({ page, site }) => {
  await page.clock.install()
  await test.step('the modal waits out a running connect and opens next time', async () => {
    await page.goto('/applets/photo-backup')
    await mainButton(page).click()
    await page.waitForURL(/\/login\?return_to=/)
    await sendSignIn(page, 'free@demo.test')
    await consent(page, 'google_sheets')
    await expect(mainButton(page)).toHaveText(/Connected/, { timeout: 20_000 })
    await expectStaysClosed(page)
    await page.reload()
    await expect(modal(page)).toBeVisible()
  })

  await focusMainButtonEarly(page)
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/photo-backup')
  await expect(modal(page)).toBeVisible()
  await expect(field(page)).toHaveAttribute('placeholder', '(415) 555-0123')
  await expect(stores(page)).toHaveText(['Download on the App Store', 'Get it on Google Play'])
  await expect(stores(page).nth(0)).toHaveAttribute('href', APP_STORE)
  await expect(stores(page).nth(1)).toHaveAttribute('href', PLAY_STORE)

  await requestLink(page, '555-0199')
  await expect(field(page)).toHaveAccessibleDescription('Please enter a valid phone number.')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('555-0199')
  await expectNoAxeFindings(page, 'app modal with an error', 'dialog[open]')
  await requestLink(page, '(415) 555-0199')
  await expect(page.getByText('Message sent successfully.').first()).toBeVisible()
  await expect(modal(page)).toBeHidden()
  await expect(mainButton(page)).toBeFocused()
  const sent = site.standIns.outbox.texts().filter(({ to }) => to === '+14155550199')
  expect(sent.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Get the Switchyard app for your Applet: https:\/\/apps\.apple\.com\/\S+$/),
  ])

  await page.reload()
  await expectStaysClosed(page)

  await test.step('by keyboard alone', async () => {
    await page.goto('/applets/location-log')
    await expect(modal(page)).toBeVisible()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('4155550177')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Message sent successfully.').first()).toBeVisible()
    await expect(mainButton(page)).toBeFocused()
    const texted = site.standIns.outbox.texts().find(({ to }) => to === '+14155550177')
    expect(texted?.body).toMatch(/ https:\/\/play\.google\.com\/\S+$/)

    // Another session is asked again.
    await signIn(page, site, 'free@demo.test')
    await page.goto('/applets/photo-backup')
    await expect(modal(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(mainButton(page)).toBeFocused()
  })

  await test.step('who has not verified an address learns before asking that no text is sent', async () => {
    const verify = (at: string) =>
      site.env.DB.prepare(`update users set email_verified_at = ${at} where id = 'usr_free'`).run()
    await verify('null')
    await signIn(page, site, 'free@demo.test')
    await page.goto('/applets/photo-backup')
    await expect(field(page)).toHaveAccessibleDescription('Verify your email address first.')
    await requestLink(page, '(415) 555-0166')
    await expect(alert(page, 'This message could not be sent.')).toBeVisible()
    await expect(modal(page)).toBeHidden()
    await verify('1')
  })

  await test.step('the modal waits while a message shows or the user types', async () => {
    await signIn(page, site, 'free@demo.test')
    await page.goto('/applets/photo-backup?error_type=access_denied&error_message=Google+said+no')
    await expect(alert(page, 'Google said no')).toBeVisible()
    await expect(modal(page)).toBeHidden()
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('input')))
    await page.locator('main > input').focus()
    await page.clock.runFor(4000)
    await expect(alert(page, 'Google said no')).toBeHidden()
    await expectStaysClosed(page)
    await page.locator('main > input').blur()
    await expect(modal(page)).toBeVisible()
  })
})
