import type { Page } from '@playwright/test'
import { blockStorage } from '../testing/block-storage.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const OFFLINE = 'We could not reach the server. Check your connection and try again.'
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })

test('signing in offline says so; after signing out, Back shows nothing', async ({ page, context }) => {
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await context.setOffline(true)
  await signInButton(page).click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('free@demo.test')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await context.setOffline(false)
  await signInButton(page).click()
  await page.waitForURL('**/my_applets')

  await test.step('after signing out, Back shows nothing of the account', async () => {
    await page.goto('/settings')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goBack()
    await page.waitForURL('**/login?return_to=%2Fsettings')
    await expect(page.getByText('free@demo.test')).toHaveCount(0)
  })
})

// §2.1-58
test('with storage blocked the user connects and enables an Applet', async ({ page, site }) => {
  await blockStorage(page)
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/applets/star-to-sheet')
  // Without storage nothing remembers the first press, so the user presses again.
  await expect(mainButton(page)).toHaveText(/^Connect /)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText('Connected')

  await test.step('a page from the back-forward cache loads again', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-restored', ''))
    // The event has no effect until the page listens, so this repeats.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
      await expect(page.locator('html[data-restored]')).toHaveCount(0, { timeout: 1000 })
    }).toPass()
    await expect(mainButton(page)).toHaveText('Connected')
  })
})
