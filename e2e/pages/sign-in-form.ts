import type { Page } from '@playwright/test'
import { PASSWORD } from '../testing/journey.ts'

/** Fills in and sends the form of the sign-in page. */
export async function sendSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}
