import type { Page } from '@playwright/test'

/** The main button of a connection page (§2.1), whatever it says. */
export function mainButton(page: Page) {
  return page.locator('.connect-button')
}

/** The consent page of a service at the stand-in: another origin, with Allow and Deny. */
export async function consent(page: Page, service: string, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.waitForURL(new RegExp(`/${service}/oauth/authorize`))
  await page.getByRole('button', { name: decision, exact: true }).click()
}
