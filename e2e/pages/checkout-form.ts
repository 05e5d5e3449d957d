import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expect, signIn } from '../testing/journey.ts'

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Asks for 3D Secure at every payment and at setup. */
  asksBank: '4000002760003184',
}

/** A user whose trial is used, so that subscribing charges at once. */
export const PAYER = 'trialused@demo.test'

/** Signs in, opens checkout, and waits for the card field. */
export async function openCheckout(page: Page, site: Stack, { as = PAYER, at = '/subscribe/pro' } = {}): Promise<void> {
  await signIn(page, site, as)
  await page.goto(at)
  await waitForCardField(page)
}

/** Stripe's field appears only after hydration. */
export async function waitForCardField(page: Page): Promise<void> {
  await expect(cardNumber(page)).toBeVisible()
}

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
export const cardNumber = (page: Page) => frame(page).locator('[name=cardnumber]')

export async function typeCard(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number)
  await frame(page).locator('[name=exp-date]').fill('12 / 30')
  await frame(page).locator('[name=cvc]').fill('123')
}

/** The button that pays. Its label changes. */
export const payButton = (page: Page) => page.locator('.checkout button[type=submit]')
export const totalToday = (page: Page) => page.locator('.order-summary .total dd')
export const bankDialog = (page: Page) => page.getByRole('dialog', { name: '3D Secure' })
export const flash = (page: Page) => page.locator('.flash-region .flash.danger')

export async function expectWelcome(page: Page, title = 'Welcome to Switchyard Pro'): Promise<void> {
  await page.waitForURL(/\/subscriptions\/success\/sub_\w+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** The current tier of the account, from the API. */
export async function tierNow(page: Page): Promise<string> {
  const { me } = await (await page.request.get('/api/me')).json()
  return me.tier
}
