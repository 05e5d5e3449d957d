import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, NEW_PASSWORD, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { waitForHydration } from '../testing/scenes.ts'

const JOINED = 'verify@example.test'

// §9-32
test('a new user joins, verifies the email, and signs out', async ({ page, context, site }) => {
  await page.goto('/join')
  await test.step('the time zone is kept in a cookie for 14 days', async () => {
    const zone = async () => (await context.cookies()).find(({ name }) => name === 'timezone')
    await expect.poll(async () => (await zone())?.value).toBeTruthy()
    const days = (((await zone())?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
  })
  await page.getByLabel('Email').fill(JOINED)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('User name').fill('verifier')
  await page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).click()
  await page.waitForURL('**/my_applets')
  const notice = page.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText(`open the link we sent to ${JOINED}`)
  await expectNoAxeFindings(page, 'notice of an unconfirmed address', '.lasting-notice')
  const link = await linkInMail(site, JOINED, '/verify_email')
  await page.goto(link)
  await waitForHydration(page)
  await expect(page.getByRole('main')).toContainText(`Is ${JOINED} the address of your account?`)
  await expectNoAxeFindings(page, 'link that confirms an address', 'main')
  await test.step('another tab signs out before the press, so the link asks for the password', async () => {
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('main')).toContainText(`Enter the password of the account with ${JOINED}.`)
    await expectAccessible(page, 'link that asks for the password')
    await page.getByLabel('Password', { exact: true }).fill('the password of another site')
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Wrong password.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await context.addCookies(cookies)
  })
  await page.goto('/settings')
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fsettings/)
})
