import { CARDS, expectWelcome, openCheckout, PAYER, payButton, totalToday, typeCard } from '../pages/checkout-form.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'

test.use({ settings: { STRIPE_TAX: 'on' } })

test('checkout shows the total after the place, and the receipt its tax', async ({ page, site }) => {
  const { emulator } = site.standIns.stripe
  const customer = () => emulator.store.all('customer').find(({ email }) => email === PAYER)
  await openCheckout(page, site)
  await expect(page.getByLabel('Country')).toBeVisible()
  await expect(totalToday(page)).toBeHidden()
  await typeCard(page, CARDS.good)
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
  await test.step('an unknown postal code is refused at its field', async () => {
    await page.getByLabel('Country').selectOption({ label: 'United States' })
    await page.getByLabel('Postal code').fill('abcde')
    await expect(page.locator('.location .error')).toContainText('This postal code is not in this country.')
    await expect(totalToday(page)).toBeHidden()
    await expectNoAxeFindings(page, 'place with an error', '.location')
  })
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await page.getByLabel('Postal code').fill('10115')
  await expect(totalToday(page)).toHaveText('$3.49')
  await expect(page.locator('.tax-note')).toHaveText("Today's total includes $0.56 VAT.")
  await expectNoAxeFindings(page, 'total with its tax', '.order-summary')
  await page.getByLabel('Yearly').check()
  await expect(page.locator('.tax-note')).toHaveText("Today's total includes $5.59 VAT.")
  await expect(totalToday(page)).toHaveText('$34.99')
  await test.step('a company is taxed where it is, and nothing is asked', async () => {
    await expect.poll(customer, 'opening checkout makes a customer').toBeDefined()
    const before = customer()!
    const paris = { line1: 'Rue 1', line2: null, city: 'Paris', state: null, postal_code: '75001', country: 'FR' }
    emulator.store.put('customer', { ...before, name: 'Engines', business_name: 'Engines', address: paris })
    await page.reload()
    await expect(page.locator('.location')).toContainText('Taxed where your company is: France, 75001.')
    await expect(page.locator('.tax-note')).toHaveText("Today's total includes $0.58 VAT.")
    await expect(page.getByLabel('Country')).toBeHidden()
    emulator.store.put('customer', before)
    await page.reload()
  })
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await page.getByLabel('Postal code').fill('10115')
  await expect(page.locator('.tax-note')).toContainText('$0.56')
  await typeCard(page, CARDS.good)
  await payButton(page).click()
  await expectWelcome(page)
  await page.goto('/settings/billing')
  await page.locator('.invoices tbody a').first().click()
  await expect(page.locator('tfoot')).toContainText('Includes $0.56 VAT')
  await expect(page.locator('tfoot')).toContainText('Paid$3.49')
})
