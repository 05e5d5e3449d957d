import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { bankDialog, cardNumber, CARDS, typeCard } from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const BILLING = '/settings/billing'
const MONTH_LATER = /\w+ \d{1,2}, 20\d\d/

const openBilling = (page: Page, site: Stack, email = 'pro@demo.test') => openAs(page, site, email, BILLING)
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const fact = (page: Page, term: string) => page.locator('.facts > div').filter({ hasText: term }).locator('dd')
const flash = (page: Page) => page.locator('.flash-region .flash')

test('a plan is canceled and resumed by keyboard alone', async ({ page, site }) => {
  await openBilling(page, site)
  const day = MONTH_LATER.exec((await fact(page, 'Next charge').textContent()) ?? '')?.[0] ?? ''
  await button(page, 'Cancel plan').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
  await expect(dialog).toContainText(`You keep Pro until ${day}, and you won't be charged again.`)
  await expectNoAxeFindings(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Cancel plan' }).focus()
  await page.keyboard.press('Enter')
  await expect(flash(page)).toContainText(`Canceled. You keep Pro until ${day}.`)
  await expect(page.getByRole('heading', { name: 'Pro Canceled' })).toBeVisible()
  // Cancel and Resume share one button, which keeps the focus.
  await expect(button(page, 'Resume Pro')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Next charge')).toContainText(`$3.49 on ${day}`)
  await page.reload()
  await expect(button(page, 'Cancel plan')).toBeVisible()
})

test('a declined card leaves the old one; a good one replaces it', async ({ page, site }) => {
  await openBilling(page, site)
  await button(page, 'Change card').click()
  await expect(cardNumber(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Change card')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cardNumber(page)).toBeFocused()
  await typeCard(page, CARDS.declined)
  await button(page, 'Use this card').click()
  await expect(page.locator('.card-form .error-panel')).toContainText(/declined/)
  await expect(page.locator('.card-section')).toContainText('Visa ending in 4242')
  await expectNoAxeFindings(page, '.card-form .error-panel')
  await typeCard(page, '5555555555554444')
  await button(page, 'Use this card').click()
  await expect(page.locator('.card-section')).toContainText('Mastercard ending in 4444')
  await expect(button(page, 'Change card')).toBeFocused()
  await test.step('another passes 3D Secure', async () => {
    await page.keyboard.press('Enter')
    await typeCard(page, CARDS.asksBank)
    await button(page, 'Use this card').click()
    await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
    await expect(page.locator('.card-section')).toContainText('ending in 3184')
  })
})

test('at 320 px nothing scrolls sideways, receipts included', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openBilling(page, site)
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await over()).toBeLessThanOrEqual(0)
  await expectNoAxeFindings(page)
  await page.locator('.invoices tbody a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt')
  await expect(page.locator('tfoot')).toContainText('$3.49')
  expect(await over()).toBeLessThanOrEqual(0)
  await expectNoAxeFindings(page)
})

test('while Stripe is down the page shows what it knows', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  const { control } = site.standIns.stripe.emulator
  control.fail({ kind: '500', times: 50 })
  await page.goto(BILLING)
  await waitForHydration(page)
  await expect(fact(page, 'Price')).toHaveText('$3.49 a month')
  await expect(button(page, 'Try again')).toHaveCount(4)
  await expectNoAxeFindings(page)
  control.clearFaults()
  await button(page, 'Try again').first().click()
  await expect(page.locator('.card-section')).toContainText('Visa ending in 4242')
  // The company's details are a call of their own.
  await button(page, 'Try again').click()
  await expect(button(page, 'Add company details')).toBeVisible()
  await expect(button(page, 'Try again')).toHaveCount(0)
})

test('a change from another tab reloads the page and says so', async ({ page, context, site }) => {
  await openBilling(page, site)
  await button(page, 'Change plan').click()
  const book = page.getByRole('dialog').getByRole('button', { name: 'Pay yearly' })
  await expect(book).not.toHaveAttribute('aria-disabled', 'true')
  const other = await context.newPage()
  await other.goto(BILLING)
  await waitForHydration(other)
  await button(other, 'Cancel plan').click()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(button(other, 'Resume Pro')).toBeVisible()
  await book.click()
  await expect(flash(page)).toContainText('Your plan has changed. Please check it again.')
  await expect(button(page, 'Resume Pro')).toBeVisible()
})
