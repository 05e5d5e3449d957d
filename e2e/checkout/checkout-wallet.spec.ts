import type { Page } from '@playwright/test'
import { expectWelcome, flash, openCheckout, payButton, waitForCardField, tierNow } from '../pages/checkout-form.ts'
import { expect, test } from '../testing/journey.ts'

const slot = (page: Page) => page.locator('.wallet-slot')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Google Pay' })
const cardTop = (page: Page) => page.locator('.card-field').evaluate((element) => element.getBoundingClientRect().top)

// §1-15 §2.3-03 §2.3-19 §2.3-20 §4.1-15
test('a wallet appears late without a shift, and pays', async ({ page, site }) => {
  await openCheckout(page, site)
  await test.step('without a wallet the slot says so, then empties without a shift', async () => {
    await expect(slot(page)).toHaveText('GPay not available')
    const before = await cardTop(page)
    await expect(slot(page)).toHaveAttribute('data-state', 'hidden')
    await expect(slot(page)).toBeHidden()
    expect(await cardTop(page)).toBe(before)
  })
  const button = page.getByRole('button', { name: 'Google Pay' })
  await test.step('a wallet ready after the second appears without a shift', async () => {
    site.standIns.stripe.emulator.control.setWallet('late')
    await page.reload()
    await waitForCardField(page)
    await expect(slot(page)).toHaveAttribute('data-state', 'hidden')
    const before = await cardTop(page)
    await expect(button).toBeVisible()
    expect(await cardTop(page)).toBe(before)
  })
  await button.click()
  await expect(sheet(page)).toContainText('Pro, monthly')
  await expect(sheet(page)).toContainText('$3.49')
  await expect(payButton(page)).toHaveText('Upgrading...')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(payButton(page)).toHaveText('Upgrade')
  await page.getByLabel('Yearly').check()
  await test.step('after a declined card another one pays the total of today', async () => {
    await button.click()
    await sheet(page).getByLabel('Card').selectOption('4000000000000341')
    await sheet(page).getByRole('button', { name: /^Pay/ }).click()
    await expect(flash(page)).toContainText('Your card was declined.')
    await expect(payButton(page)).toHaveText('Upgrade')
    expect(await tierNow(page)).toBe('free')
    await button.click()
    await expect(sheet(page)).toContainText('Total$34.99')
    await sheet(page).getByLabel('Card').selectOption('4242424242424242')
    await sheet(page).getByRole('button', { name: /^Pay/ }).click()
    await expectWelcome(page)
    expect(await tierNow(page)).toBe('intermediate_pro')
  })
})
