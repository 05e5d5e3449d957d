import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
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

test('a user changes user name, password, time zone and email address', async ({ page, site }) => {
  await site.env.DB.prepare(
    "update applets set author_id = (select id from users where email = ?) where friendly_id = 'star-to-sheet'",
  )
    .bind(EMAIL)
    .run()
  await openAs(page, site, EMAIL, '/settings/account')
  const before = await page.getByLabel('Your user name').inputValue()
  await page.getByLabel('Your user name').fill('mira-lind')
  await button(page, 'Change user name').click()
  await expect(page.getByText('This user name is taken.')).toBeVisible()
  await page.getByLabel('Your user name').fill('Renamed')
  await button(page, 'Change user name').click()
  await expect(flash(page)).toContainText('Your user name is Renamed now.')
  await waitForHydration(page)
  await page.getByLabel('Current password').fill('not the current one')
  await page.getByLabel('New password').fill('too short')
  await expect(page.getByText('6 more characters.')).toBeVisible()
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
  await waitForHydration(page)
  await expect(page.getByLabel('Your time zone')).toHaveValue('Asia/Tokyo')
  await test.step('the email address is changed, and the old one undoes it', async () => {
    await page.getByLabel('New email address').fill('free@demo.test')
    await button(page, 'Change email address').click()
    await expect(page.getByText('Another account has this email address.')).toBeVisible()
    await expect(page.getByLabel('New email address')).toBeFocused()
    const waiting = page.getByText('Waiting for you to open the link')
    for (const address of ['mistyped@demo.test', 'new@demo.test']) {
      await page.getByLabel('New email address').fill(address)
      await button(page, 'Change email address').click()
      await expect(waiting).toContainText(address)
      await waitForHydration(page)
    }
    await button(page, 'Keep the current address').click()
    await expect(waiting).toHaveCount(0)
    await waitForHydration(page)
    await page.getByLabel('New email address').fill('new@demo.test')
    await button(page, 'Change email address').click()
    await expect(waiting).toContainText('new@demo.test')
    await page.goto(await linkInMail(site, 'new@demo.test', '/email_change'))
    await waitForHydration(page)
    await expectNoAxeFindings(page, 'link of a new email address that is good')
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
    await expectNoAxeFindings(page, 'email address that is as before')
    expect(await userOf(site, EMAIL)).not.toBeNull()
  })
  await page.goto(`/authors/${before}`)
  await expect(page).toHaveURL(/\/authors\/Renamed$/)
})
