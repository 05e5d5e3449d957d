import type { Browser } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectAccessible } from '../testing/axe.ts'
import { createSession, expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

const EMAIL = 'free@demo.test'

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
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rows).toHaveCount(5)
  await page.goBack()
  await expect(rows).toHaveCount(20)
})

test('what was made before verification is marked until it is kept', async ({ page, site }) => {
  const { DB } = site.env
  await DB.batch([
    DB.prepare('update users set earlier_work_until = 2 where email = ?').bind(EMAIL),
    DB.prepare(
      `insert into drafts (user_id, doc, created_at, updated_at)
       select id, '{"name":"A plan of before"}', 1, ? from users where email = ?`,
    ).bind(Date.now(), EMAIL),
  ])
  await signIn(page, site, EMAIL)
  await page.goto('/settings')
  await waitForHydration(page)
  const marked = page.locator('form', { hasText: 'Made before you confirmed your address' })
  await expect(marked.getByRole('link', { name: 'A plan of before' })).toHaveAttribute('href', /^\/create\/\d/)
  await expectAccessible(page)
  await marked.getByRole('button', { name: 'Keep the rest' }).click()
  await expect(page.getByText('We keep what is left.')).toBeVisible()
  await expect(marked).toHaveCount(0)
})
