import type { Page } from '@playwright/test'
import { demoKey } from '../../dev/seed/open-demo-account.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'

/** The main button of a connection page (§2.1). */
export function mainButton(page: Page) {
  return page.locator('.connect-button')
}

/** Waits for the consent page of a service, which is on another origin. */
export async function waitForConsent(page: Page, service: string): Promise<void> {
  await page.waitForURL(
    ({ pathname, searchParams }) => pathname.startsWith(`/${service}/`) && searchParams.has('client_id'),
  )
}

/** Answers the consent page of a service, whatever it calls its buttons. */
export async function consent(page: Page, service: string, decision: 'allow' | 'deny' = 'allow'): Promise<void> {
  await waitForConsent(page, service)
  await page.locator(`button[name="decision"][value="${decision}"]`).click()
}

/** Pastes what connects a service into the page that asks for it, and presses Connect. */
export async function pasteKey(page: Page, { standIns }: Stack, service: string): Promise<void> {
  await page.waitForURL(/\/activate/)
  const pasted = demoKey(service, standIns.services.addresses[service] ?? '')
  for (const [name, value] of Object.entries(pasted)) await page.locator(`[name="${name}"]`).fill(value)
  await page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click()
}
