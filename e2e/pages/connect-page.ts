import type { Page } from '@playwright/test'

/** The main button of a connection page (§2.1). */
export function mainButton(page: Page) {
  return page.locator('.connect-button')
}

/** Answers the consent page of a stand-in service, which is on another origin. */
export async function consent(page: Page, service: string, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.waitForURL(new RegExp(`/${service}/oauth/authorize`))
  await page.getByRole('button', { name: decision, exact: true }).click()
}
