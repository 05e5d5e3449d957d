import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const EMAIL = 'pro@demo.test'
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const flash = (page: Page) => page.locator('.flash-region .flash')
const userOf = ({ env }: Stack, email: string) =>
  env.DB.prepare('select id, stripe_customer_id from users where email = ?')
    .bind(email)
    .first<{ id: string; stripe_customer_id: string }>()

async function typeName(page: Page, name: string) {
  await page.goto('/settings/delete')
  await waitForHydration(page)
  await page.getByLabel('Type your email address or user name').fill(name)
  await button(page, 'Delete my account').click()
}

test('a user changes the email address, and the old one undoes it', async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/account')
  await page.getByLabel('New email address').fill('free@demo.test')
  await button(page, 'Change email address').click()
  await expect(page.getByText('Another account has this email address.')).toBeVisible()
  await expect(page.getByLabel('New email address')).toBeFocused()
  await page.getByLabel('New email address').fill('new@demo.test')
  await button(page, 'Change email address').click()
  await expect(page.getByText('Waiting for you to open the link')).toContainText('new@demo.test')
  await page.goto(await linkInMail(site, 'new@demo.test', '/email_change'))
  await waitForHydration(page)
  await expectNoAxeFindings(page)
  await button(page, 'Use the new address').click()
  await page.waitForURL('**/settings/account')
  await expect(flash(page)).toContainText('Your email address is new@demo.test now.')
  const undo = await linkInMail(site, EMAIL, '/email_change/undo')
  await page.context().clearCookies()
  await page.goto(undo)
  await waitForHydration(page)
  await button(page, 'Undo the change').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is as before')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoAxeFindings(page)
  expect(await userOf(site, EMAIL)).not.toBeNull()
})

test('a user changes user name, password and time zone', async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/account')
  await page.getByLabel('Your user name').fill('mira-lind')
  await button(page, 'Change user name').click()
  await expect(page.getByText('This user name is taken.')).toBeVisible()
  await page.getByLabel('Your user name').fill('Renamed')
  await button(page, 'Change user name').click()
  await expect(flash(page)).toContainText('Your user name is Renamed now.')
  await waitForHydration(page)
  await page.getByLabel('Current password').fill('not the current one')
  await page.getByLabel('New password').fill('another long battery staple')
  await button(page, 'Change password').click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(PASSWORD)
  await button(page, 'Change password').click()
  await expect(flash(page)).toContainText('Password changed.')
  await waitForHydration(page)
  await page.getByLabel('Your time zone').selectOption('Asia/Tokyo')
  await button(page, 'Save time zone').click()
  await expect(flash(page)).toContainText('Your time zone is saved.')
  await expect(page.getByLabel('Your time zone')).toHaveValue('Asia/Tokyo')
})

test("an author's old address leads to the new one", async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/account')
  await site.env.DB.prepare(
    "update applets set author_id = (select id from users where email = ?) where friendly_id = 'star-to-sheet'",
  )
    .bind(EMAIL)
    .run()
  const before = (await page.getByLabel('Your user name').inputValue()) ?? ''
  await page.getByLabel('Your user name').fill('Renamed')
  await button(page, 'Change user name').click()
  await expect(flash(page)).toContainText('Renamed')
  await page.goto(`/authors/${before}`)
  await expect(page).toHaveURL(/\/authors\/Renamed$/)
})

test('a user downloads their data, deletes the account and undoes it', async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/account')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = JSON.parse(await readFile(await (await waiting).path(), 'utf8'))
  expect(file).toMatchObject({ account: [{ email: EMAIL }], invoices: [{ total: 349 }], complete: true })
  await page.getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account?')
  await expect(page.getByText('plan no longer renews')).toBeVisible()
  await typeName(page, 'somebody else')
  await expect(page.getByText('This is not your email address or user name.')).toBeVisible()
  await typeName(page, EMAIL)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account will be deleted')
  await expectNoAxeFindings(page)
  await page.goto('/my_applets')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
  await page.waitForURL('**/account_deletion')
  await page.goto('/settings/billing')
  await expect(page).toHaveURL(/\/account_deletion$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is being deleted')
  await expect(page.getByRole('link', { name: 'Download my data' })).toBeVisible()
  await waitForHydration(page)
  await expectNoAxeFindings(page)
  await button(page, 'Keep my account').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is back')
  await expect(page.getByText(/^Switchyard \S+ goes on\. Your next payment is \$\d+\.\d\d on /)).toBeVisible()
  await page.goto('/settings/billing')
  await waitForHydration(page)
  await expect(button(page, 'Cancel plan')).toBeVisible()
})

test('the mailed link brings a deleted account back without signing in', async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/delete')
  await typeName(page, EMAIL)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account will be deleted')
  await page.goto(await linkInMail(site, EMAIL, '/account_deletion'))
  await waitForHydration(page)
  await button(page, 'Keep my account').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is back')
})

test('seven days after a deletion nothing is left', async ({ page, site }) => {
  await openAs(page, site, EMAIL, '/settings/delete')
  const user = await userOf(site, EMAIL)
  await typeName(page, EMAIL)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account will be deleted')
  await linkInMail(site, EMAIL, '/account_deletion')
  const doneAt = () => site.env.DB.prepare('select done_at from account_deletions').first<number | null>('done_at')
  await expect
    .poll(
      async () => {
        // Mails about money go out first, and other steps may wait for them.
        await site.env.DB.prepare('update account_deletions set due_at = 1, next_at = 1').run()
        await site.cronPasses('12-59/15 * * * *')
        await site.cronPasses('*/15 * * * *')
        return doneAt()
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
  expect(await userOf(site, EMAIL)).toBeNull()
  const { store } = site.standIns.stripe.emulator
  expect(store.all('customer').map(({ id }) => id)).not.toContain(user?.stripe_customer_id)
  await page.goto('/login')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
})
