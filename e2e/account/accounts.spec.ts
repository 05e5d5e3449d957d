import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, NEW_PASSWORD, PASSWORD, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'
import { SCRIPTS } from '../testing/hold-scripts.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

test('a new user joins, verifies the email, and signs out', async ({ page, site }) => {
  await page.goto('/join')
  await page.getByLabel('Email').fill('verify@example.test')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('User name').fill('verifier')
  await page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).click()
  await page.waitForURL('**/my_applets')
  const notice = page.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText('open the link we sent to verify@example.test')
  await expectNoAxeFindings(page, '.lasting-notice')
  await page.goto('/explore')
  await expect(notice).toContainText('Verify your email')
  await page.goto(await linkInMail(site, 'verify@example.test', '/verify_email'))
  await waitForHydration(page)
  await expect(page.getByRole('main')).toContainText('Is verify@example.test the address of your account?')
  await expectNoAxeFindings(page, 'main')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
  await page.goto('/explore')
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
  await page.goto('/settings')
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fsettings/)
})

test('a password reset replaces the forgotten password', async ({ page, site }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /Forgot/ }).click()
  await page.getByLabel('Email').fill('pro@demo.test')
  await page.getByRole('main').getByRole('button').first().click()
  await page.goto(await linkInMail(site, 'pro@demo.test', '/password_reset'))
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
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
})

test('signing in before the script has come ends the same', async ({ page }) => {
  const { release } = await holdBack(page, SCRIPTS)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('a wrong long password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  release()
  await waitForHydration(page)
  await expect(page.getByLabel('Email')).toHaveValue('free@demo.test')
  await expectNoAxeFindings(page)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/my_applets')
})

// §9-32
test('the time zone is kept in a cookie for 14 days', async ({ page, context }) => {
  await page.goto('/')
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'timezone')?.value).toBeTruthy()
  const cookie = (await context.cookies()).find(({ name }) => name === 'timezone')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
})
