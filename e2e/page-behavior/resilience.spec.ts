import type { Page } from '@playwright/test'
import { blockStorage } from '../testing/block-storage.ts'
import { consent, mainButton, pasteKey } from '../pages/connect-page.ts'
import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const OFFLINE = 'We could not reach the server. Check your connection and try again.'
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })

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
})

test('an expired session keeps the edit form filled in', async ({ page, context, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=matrix&return_to=/applets/feed-to-chat/edit')
  await pasteKey(page, site, 'matrix')
  await page.waitForURL(({ pathname }) => pathname === '/applets/feed-to-chat/edit')
  const feed = page.getByLabel(/Feed/)
  await feed.fill('https://example.com/feed.xml')
  await page.getByLabel(/Room/).fill('!tea:matrix.test')
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
