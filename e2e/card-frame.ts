import type { Page } from '@playwright/test'

/** Stripe's test cards, by what their banks do. */
export const CARDS = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  dead: '4000000000000002',
  /** Wants its holder asked, at every payment and when it is set up. */
  asks: '4000002760003184',
}

const frame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
export const cardNumber = (page: Page) => frame(page).locator('[name=cardnumber]')

export async function typeCard(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number)
  await frame(page).locator('[name=exp-date]').fill('12 / 30')
  await frame(page).locator('[name=cvc]').fill('123')
}

/** The bank's question about a payment or a card. */
export const bank = (page: Page) => page.getByRole('dialog', { name: '3D Secure' })
