import type { Page } from '@playwright/test'
import { blockStorage } from '../testing/block-storage.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { holdBack } from '../testing/hold-back.ts'
import { SCRIPTS } from '../testing/hold-scripts.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const OFFLINE = 'We could not reach the server. Check your connection and try again.'
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })

test('a form sent before the script has loaded is sent', async ({ page }) => {
  const { release } = await holdBack(page, SCRIPTS)
  await page.goto('/login?return_to=/applets/star-to-sheet', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  release()
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText('Connect Octoforge')
})

test("a visitor's early press on Connect leads to signing in", async ({ page }) => {
  const { release } = await holdBack(page, SCRIPTS)
  await page.goto('/applets/star-to-sheet', { waitUntil: 'commit' })
  await mainButton(page).click()
  release()
  await expect(page).toHaveURL(/\/login\?return_to=%2Fapplets%2Fstar-to-sheet$/)
})

test('signing in offline says so and works on the second try', async ({ page, context }) => {
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
})

test('a script that fails to load is reported and loads again', async ({ page }) => {
  let blocked = true
  await page.route('**/assets/request-*.js', (route) => (blocked ? route.abort() : route.continue()))
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signInButton(page).click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  blocked = false
  await signInButton(page).click()
  // Some browsers never ask again for a module that failed once, so the page reloads; it keeps no password.
  const reloaded = page.getByText('The page was reloaded. Please try again.')
  await expect(reloaded.or(page.getByRole('heading', { name: 'My Applets' }))).toBeVisible()
  if (await reloaded.isVisible()) {
    await waitForHydration(page)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signInButton(page).click()
  }
  await page.waitForURL('**/my_applets')
})

test('the main button offline shows an error and then works', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  await waitForHydration(page)
  await context.setOffline(true)
  await mainButton(page).click()
  await expect(page.getByRole('alert')).toContainText('There was an error disabling this Applet')
  await expect(mainButton(page)).toHaveText('Connected')
  await context.setOffline(false)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText('Reconnect')
})

test('with storage blocked the user connects and enables an Applet', async ({ page, site }) => {
  await blockStorage(page)
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  // Without storage nothing remembers the first press, so the user presses again.
  await expect(mainButton(page)).toHaveText(/^Connect /)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText('Connected')
})

test('an expired session keeps the edit form filled in', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=parley&return_to=/applets/feed-to-chat/edit')
  await consent(page, 'parley', 'Allow')
  await page.waitForURL('**/applets/feed-to-chat/edit')
  const feed = page.getByLabel(/Feed/)
  await feed.fill('https://example.com/feed.xml')
  await page.getByLabel(/Channel/).selectOption({ index: 1 })
  const session = (await context.cookies()).find((cookie) => cookie.name.includes('session'))
  if (!session) throw new Error('There is no session cookie.')
  const { name, value, domain, path } = session
  await context.clearCookies({ name })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/sign in/i).first()).toBeVisible()
  await expect(feed).toHaveValue('https://example.com/feed.xml')
  await context.addCookies([{ name, value, domain, path, secure: true, httpOnly: true, sameSite: 'Lax' }])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/feed-to-chat')
  await expect(mainButton(page)).toHaveText('Connected')
})

test('after signing out, Back shows nothing of the account', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/settings')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goBack()
  await page.waitForURL('**/login?return_to=%2Fsettings')
  await expect(page.getByText('free@demo.test')).toHaveCount(0)
})
