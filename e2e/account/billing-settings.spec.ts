import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { bankDialog, cardNumber, CARDS, typeCard } from '../pages/checkout-form.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const BILLING = '/settings/billing'
const MONTH_LATER = /\w+ \d{1,2}, 20\d\d/

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const fact = (page: Page, term: string) => page.locator('.facts > div').filter({ hasText: term }).locator('dd')
const company = (page: Page) => page.locator('.company-section')
const flash = (page: Page) => page.locator('.flash-region .flash')

test('a plan is canceled and resumed, and its card replaced, by keyboard', async ({ page, context, site }) => {
  await openAs(page, site, 'pro@demo.test', BILLING)
  await test.step('cancel and resume', async () => {
    const day = MONTH_LATER.exec((await fact(page, 'Next charge').textContent()) ?? '')?.[0] ?? ''
    await button(page, 'Cancel plan').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
    await expect(dialog).toContainText(`You keep Pro until ${day}, and you won't be charged again.`)
    await expectNoAxeFindings(page, 'question about canceling', 'dialog[open]')
    await dialog.getByRole('button', { name: 'Cancel plan' }).focus()
    await page.keyboard.press('Enter')
    await expect(flash(page)).toContainText(`Canceled. You keep Pro until ${day}.`)
    await expect(page.getByRole('heading', { name: 'Pro Canceled' })).toBeVisible()
    // Cancel and Resume share one button, which keeps the focus.
    await expect(button(page, 'Resume Pro')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(fact(page, 'Next charge')).toContainText(`$3.49 on ${day}`)
    await expect(button(page, 'Cancel plan')).toBeVisible()
  })
  const card = page.locator('.card-section')
  await test.step('a declined card leaves the old one, a good one replaces it', async () => {
    await button(page, 'Change card').click()
    await expect(cardNumber(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Change card')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cardNumber(page)).toBeFocused()
    await typeCard(page, CARDS.declined)
    await button(page, 'Use this card').click()
    await expect(page.locator('.card-form .error-panel')).toContainText(/declined/)
    await expect(card).toContainText('Visa ending in 4242')
    await expectNoAxeFindings(page, 'card that was declined', '.card-form .error-panel')
    await typeCard(page, '5555555555554444')
    await button(page, 'Use this card').click()
    await expect(card).toContainText('Mastercard ending in 4444')
    await expect(button(page, 'Change card')).toBeFocused()
  })
  await test.step('another card passes 3D Secure', async () => {
    await page.keyboard.press('Enter')
    await typeCard(page, CARDS.asksBank)
    await button(page, 'Use this card').click()
    await bankDialog(page).getByRole('button', { name: 'Complete' }).click()
    await expect(card).toContainText('ending in 3184')
  })
  await test.step('a change from another tab reloads the page and says so', async () => {
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
    await expect(flash(page).last()).toContainText('Your plan has changed. Please check it again.')
    await expect(button(page, 'Resume Pro')).toBeVisible()
  })
})

test('while Stripe is down billing shows what it knows, then all', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  await page.setViewportSize({ width: 320, height: 640 })
  const { control } = site.standIns.stripe.emulator
  control.fail({ kind: '500', times: 50 })
  await page.goto(BILLING)
  await waitForHydration(page)
  await expect(fact(page, 'Price')).toHaveText('$3.49 a month')
  await expect(button(page, 'Try again')).toHaveCount(4)
  await expectNoAxeFindings(page, 'billing while Stripe is down')
  control.clearFaults()
  await button(page, 'Try again').first().click()
  await expect(page.locator('.card-section')).toContainText('Visa ending in 4242')
  // The company's details are a call of their own.
  await button(page, 'Try again').click()
  await expect(button(page, 'Add company details')).toBeVisible()
  await expect(button(page, 'Try again')).toHaveCount(0)
  await expectFits(page, 'billing with a plan')
  await test.step('company details are given, and a wrong number keeps what was typed', async () => {
    await giveCompany(page)
  })
  await test.step('they are removed after a question', async () => {
    await company(page).getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove company details?' })
    await expectNoAxeFindings(page, 'question about company details', 'dialog[open]')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(company(page)).toContainText('Receipts can name your company')
    expect(site.standIns.stripe.emulator.store.all('tax_id')).toEqual([])
  })
  await test.step('a receipt fits, and prints without the page around it', async () => {
    await page.locator('.invoices tbody a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt')
    await expect(page.locator('tfoot')).toContainText('$3.49')
    await expectFits(page, 'receipt')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const part of ['.site-header', '.site-footer', '.invoice-page .ways'])
      await expect(page.locator(part)).toBeHidden()
    await expect(page.locator('.invoice-page')).toHaveCSS('padding-block-start', '0px')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    // Sums are said once, on the last sheet.
    await expect(page.locator('.invoice-page tfoot')).toHaveCSS('display', 'table-row-group')
    // A printer leaves grounds out, so a badge needs an edge.
    await expect(page.locator('.invoice-page .badge')).toHaveCSS('border-top-style', 'solid')
  })
})

/** Nothing scrolls sideways, and axe finds nothing. */
async function expectFits(page: Page, state: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectNoAxeFindings(page, state)
}

async function giveCompany(page: Page) {
  const save = () => company(page).getByRole('button', { name: 'Save details' }).click()
  const taxNumber = page.getByLabel(/^Tax number(?! type)/)
  await button(page, 'Add company details').click()
  await expect(page.getByLabel('Company name')).toBeFocused()
  await save()
  await expect(company(page)).toContainText("Company name can't be empty.")
  await expect(page.getByLabel('Company name')).toBeFocused()
  await page.getByLabel('Company name').fill('Analytical Engines GmbH')
  await page.getByLabel('Street and number').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await page.getByLabel('Tax number type').selectOption({ label: 'EU VAT number' })
  await taxNumber.fill('DE12')
  await save()
  await expect(company(page)).toContainText('This number does not match its type.')
  await expect(taxNumber).toBeFocused()
  await expect(page.getByLabel('City')).toHaveValue('Berlin')
  await expectNoAxeFindings(page, 'company with an error', '.company-form')
  await taxNumber.fill('DE123456789')
  await save()
  await expect(company(page)).toContainText('EU VAT number DE123456789')
  await expect(company(page).getByRole('button', { name: 'Change company details' })).toBeFocused()
  await page.reload()
  await waitForHydration(page)
  await expect(company(page).locator('address')).toContainText('Analytical Engines GmbH')
}
