import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { consent } from '../pages/connect-page.ts'
import { linkInMail } from '../testing/link-in-mail.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const show = (page: Page) => page.getByRole('button', { name: 'Show: Your address' })
const address = (page: Page) => page.getByRole('textbox', { name: 'Your address' })

/** Opens the settings of a user with a key for devices, in a session whose proof is too old. */
async function openStale(page: Page, site: Stack): Promise<void> {
  await openAs(page, site, 'free@demo.test', '/settings')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(address(page)).toBeVisible()
  await site.env.DB.exec('update sessions set proved_at = 0')
  await page.reload()
}

test('a hidden address is shown once the password is right', async ({ page, site }) => {
  await openStale(page, site)
  await expect(address(page)).toHaveCount(0)
  await show(page).click()
  const password = dialog(page).getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await test.step('closing the dialog shows nothing and returns the focus', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('Please confirm that it is you, then try again.')).toBeVisible()
    await expect(show(page)).toBeFocused()
    await expect(address(page)).toHaveCount(0)
  })
  await page.keyboard.press('Enter')
  await expect(password).toBeFocused()
  await password.fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Wrong password.')).toBeVisible()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(address(page)).toHaveValue(/\/with\/key\//)
})

test('a user without a password confirms at Demo ID', async ({ page, site }) => {
  await page.goto('/join')
  await allowDemoId(page)
  await page.waitForURL('**/my_applets')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await dialog(page).getByRole('link', { name: 'Continue with Demo ID' }).click()
  await chooseRobin(page)
  await page.waitForURL('**/settings')
  await expect(page.getByText('Thank you. You can now do what you wanted to do.')).toBeVisible()
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(page.getByRole('textbox', { name: 'Your address' })).toBeVisible()
  expect(
    await site.env.DB.prepare('select count(*) as n from sessions where proved_at > 0').first('n'),
  ).toBeGreaterThan(0)
})

test('a user without a password confirms by mail', async ({ page, context, site }) => {
  await page.goto('/join')
  await allowDemoId(page)
  await page.waitForURL('**/my_applets')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Make an address' }).click()
  await dialog(page).getByRole('button', { name: 'Email me a link' }).click()
  const link = await linkInMail(site, 'robin@example.test', '/confirm_identity')
  await dialog(page).getByRole('button', { name: 'I have opened the link' }).click()
  await expect(dialog(page).getByText('You have not opened the link yet.')).toBeVisible()
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(other.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect((await new AxeBuilder({ page: other }).analyze()).violations).toEqual([])
  await dialog(page).getByRole('button', { name: 'I have opened the link' }).click()
  await expect(page.getByRole('textbox', { name: 'Your address' })).toBeVisible()
})

async function allowDemoId(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Demo ID' }).click()
  await chooseRobin(page)
}

async function chooseRobin(page: Page): Promise<void> {
  await page.waitForURL(/demo-id\/oauth\/authorize/)
  await page.getByLabel(/robin/).check()
  await consent(page, 'demo-id')
}
