import type { Browser, Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { createSession, expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

const EMAIL = 'free@demo.test'

/** At the width of a phone and of a wide screen, in both schemes. */
async function expectAccessible(page: Page) {
  for (const width of [320, 1444]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeFindings(page, 'main')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
}

async function signInByForm(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/my_applets')
}

/** The link that verifies the address of the demo's free user, who has not asked for it here. */
async function verificationLink(browser: Browser, site: Stack) {
  await site.env.DB.prepare('update users set email_verified_at = null where email = ?').bind(EMAIL).run()
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await signIn(page, site, EMAIL)
  await page.goto('/settings')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send the link again' }).first().click()
  const link = await linkInMail(site, EMAIL, '/verify_email')
  await context.close()
  return link
}

test('a mailed link opened elsewhere asks for the password', async ({ page, site, browser }) => {
  await page.goto(await verificationLink(browser, site))
  await waitForHydration(page)
  await expect(page.getByRole('main')).toContainText(`Enter the password of the account with ${EMAIL}.`)
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('the password of another site')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
})

test('a link opened before another tab signs out asks again', async ({ page, site, browser }) => {
  const link = await verificationLink(browser, site)
  await signIn(page, site, EMAIL)
  await page.goto(link)
  await waitForHydration(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('main')).toContainText(`Enter the password of the account with ${EMAIL}.`)
})

test('a new browser is mailed about and listed under settings', async ({ page, site, browser }) => {
  await signInByForm(page)
  expect(await linkInMail(site, EMAIL, '/settings#sessions')).toContain(site.origin)
  const mails = () => site.standIns.outbox.mails().filter(({ to }) => to === EMAIL).length
  const before = mails()
  await page.context().clearCookies({ name: '__Host-session' })
  await signInByForm(page)
  const other = await browser.newContext({ baseURL: site.origin })
  await signInByForm(await other.newPage())
  await other.close()
  await expect.poll(mails, { timeout: 20_000 }).toBe(before + 1)
  await page.goto('/settings#security-events')
  await waitForHydration(page)
  const rows = page.locator('.security-events .event')
  await expect(rows).toContainText([
    'Signed in from a new browser',
    /Signed in\s*This device/,
    'Signed in from a new browser',
  ])
  await expectAccessible(page)
})

test('older security events have a page, and the back button works', async ({ page, site }) => {
  const id = (await site.env.DB.prepare('select id from users where email = ?').bind(EMAIL).first<string>('id')) ?? ''
  const row = site.env.DB.prepare(
    "insert into security_events (id, user_id, kind, outcome, device, created_at) values (?, ?, 'signed_in', 'done', 'Chrome on Windows', ?)",
  )
  const now = Date.now()
  await site.env.DB.batch(Array.from({ length: 25 }, (_, n) => row.bind(`sec_${n}`, id, now - n * 1000)))
  await page
    .context()
    .addCookies([
      { name: '__Host-session', value: await createSession(site, EMAIL), domain: 'localhost', path: '/', secure: true },
    ])
  await page.goto('/settings')
  const rows = page.locator('.security-events .event')
  await expect(rows).toHaveCount(20)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rows).toHaveCount(5)
  await page.goBack()
  await expect(rows).toHaveCount(20)
})
