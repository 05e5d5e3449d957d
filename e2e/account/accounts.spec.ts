import { expect, PASSWORD, signIn, test } from '../testing/journey.ts'
import { awake } from '../testing/scenes.ts'
import type { Stack } from '../../dev/local-site/journey-stack.ts'

/** The link in the newest mail to this address; mails go through the queue, so it may take a moment. */
async function linkFrom(site: Stack, to: string, path: string): Promise<string> {
  const find = () =>
    site.standIns.outbox
      .mails()
      .filter((mail) => mail.to === to)
      .flatMap((mail) => mail.text.match(/https?:\/\/\S+/g) ?? [])
      .find((link) => link.includes(path))
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return find() ?? ''
}

// §D3.4-01
test('a newcomer joins, verifies the address by the mail, and signs out (§D3.4)', async ({ page, site }) => {
  await page.goto('/join')
  await page.getByLabel('Email').fill('verify@example.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('User name').fill('verifier')
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('**/my_applets')
  await page.goto(await linkFrom(site, 'verify@example.test', '/verify_email'))
  await expect(page.getByRole('main')).toContainText(/verified|confirmed/i)
  await page.goto('/settings')
  await awake(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fsettings/)
})

// §D3.4-09
test('a forgotten password: the mail, a new password, and the old one is over (§D3.4)', async ({ page, site }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /Forgot/ }).click()
  await page.getByLabel('Email').fill('pro@demo.test')
  await page.getByRole('main').getByRole('button').first().click()
  await page.goto(await linkFrom(site, 'pro@demo.test', '/password_reset'))
  await page
    .getByLabel(/password/i)
    .first()
    .fill('another long battery staple')
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await page.waitForURL('**/my_applets')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill('pro@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email or password is not right.')).toBeVisible()
})

test('sessions are listed and can be ended, and an ended one is out at its next page (§D3.4)', async ({
  page,
  browser,
  site,
}) => {
  const phone = await browser.newContext({ baseURL: site.origin })
  const phonePage = await phone.newPage()
  await signIn(phonePage, site, 'free@demo.test')
  await signIn(page, site, 'free@demo.test')
  await page.goto('/settings')
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: /End all other/ }).click()
  await expect(page.getByRole('button', { name: /End all other/ })).toHaveCount(0)
  await phonePage.goto('/my_applets')
  await expect(phonePage).toHaveURL(/\/login/)
  await phone.close()
})

// §9-32 §9-33
test('the time zone is guessed once and kept in a cookie for 14 days (§9)', async ({ page, context }) => {
  await page.goto('/')
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'timezone')?.value).toBeTruthy()
  const cookie = (await context.cookies()).find(({ name }) => name === 'timezone')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
})

// §D3.4-10
test('a login that was asked for by a page on another site never leads there (§D3.1)', async ({ page }) => {
  await page.goto('/login?return_to=https://evil.test/')
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/my_applets')
})
