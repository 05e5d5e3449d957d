import type { Page } from '@playwright/test'
import { consent } from '../pages/connect-page.ts'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const demoId = (page: Page) => page.getByRole('link', { name: 'Continue with Demo ID' })
const problem = (page: Page) => page.locator('.sign-in-with')

async function continueAs(page: Page, account: RegExp, decision: 'allow' | 'deny' = 'allow'): Promise<void> {
  await demoId(page).click()
  await page.waitForURL(/demo-id\/oauth\/authorize/)
  await page.getByLabel(account).check()
  await consent(page, 'demo-id', decision)
}

test('a new user joins with Demo ID and signs in again', async ({ page }) => {
  await page.goto('/join?return_to=/applets/star-to-sheet')
  await continueAs(page, /robin/)
  await page.waitForURL(/\/applets\/star-to-sheet$/)
  await page.goto('/settings')
  await expect(page.getByRole('main').getByText('robin', { exact: true })).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login')
  await continueAs(page, /robin/)
  await page.waitForURL('**/my_applets')
})

test('denying Demo ID shows the reason once and keeps the form', async ({ page }) => {
  await page.goto('/login?return_to=/plans')
  await continueAs(page, /robin/, 'deny')
  await expect(problem(page)).toContainText('You did not sign in with Demo ID. Nothing has changed.')
  await expect(page).toHaveURL(/\/login\?return_to=%2Fplans$/)
  await page.reload()
  await expect(page.getByText('You did not sign in with Demo ID.')).toHaveCount(0)
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/plans')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('Demo ID signs in or says what went wrong', async ({ page }) => {
    await page.goto('/login?return_to=/applets/star-to-sheet')
    await continueAs(page, /kim/)
    await expect(problem(page).getByRole('alert')).toContainText('Demo ID has not verified your email address.')
    await continueAs(page, /robin/)
    await page.waitForURL(/\/applets\/star-to-sheet$/)
  })
})
