import type { Page } from '@playwright/test'
import {
  expectWelcome,
  flash,
  openCheckout,
  payButton,
  PAYER,
  waitForCardField,
  tierNow,
} from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const slot = (page: Page) => page.locator('.wallet-slot')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Google Pay' })
const cardTop = (page: Page) => page.locator('.card-field').evaluate((element) => element.getBoundingClientRect().top)

// §1-15 §2.3-03 §4.1-15
test("a wallet pays today's total", async ({ page, site }) => {
  site.standIns.stripe.emulator.control.setWallet('ready')
  await openCheckout(page, site)
  const button = page.getByRole('button', { name: 'Google Pay' })
  await button.click()
  await expect(sheet(page)).toContainText('Pro, monthly')
  await expect(sheet(page)).toContainText('$3.49')
  await expect(payButton(page)).toHaveText('Upgrading...')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(payButton(page)).toHaveText('Upgrade')
  await page.getByLabel('Yearly').check()
  await button.click()
  await expect(sheet(page)).toContainText('Total$34.99')
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await expectWelcome(page)
  expect(await tierNow(page)).toBe('intermediate_pro')
})

test('after a declined wallet card another one pays', async ({ page, site }) => {
  site.standIns.stripe.emulator.control.setWallet('ready')
  await openCheckout(page, site)
  const payWith = async (card: string) => {
    await page.getByRole('button', { name: 'Google Pay' }).click()
    await sheet(page).getByLabel('Card').selectOption(card)
    await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  }
  await payWith('4000000000000341')
  await expect(flash(page)).toContainText('Your card was declined.')
  await expect(payButton(page)).toHaveText('Upgrade')
  expect(await tierNow(page)).toBe('free')
  await payWith('4242424242424242')
  await expectWelcome(page)
})

// §2.3-19 §2.3-20
test('without a wallet the slot says so, then empties without a shift', async ({ page, site }) => {
  await signIn(page, site, PAYER)
  await page.goto('/subscribe/pro')
  await waitForCardField(page)
  await expect(slot(page)).toHaveText('GPay not available')
  const before = await cardTop(page)
  await expect(slot(page)).toHaveAttribute('data-state', 'hidden')
  await expect(slot(page)).toBeHidden()
  expect(await cardTop(page)).toBe(before)
})

// §2.3-19
test('a wallet ready after the second appears without a shift', async ({ page, site }) => {
  site.standIns.stripe.emulator.control.setWallet('late')
  await openCheckout(page, site)
  await expect(slot(page)).toHaveAttribute('data-state', 'hidden')
  const before = await cardTop(page)
  const button = page.getByRole('button', { name: 'Google Pay' })
  await expect(button).toBeVisible()
  expect(await cardTop(page)).toBe(before)
  await button.click()
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await expectWelcome(page)
})
