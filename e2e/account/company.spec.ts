import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const section = (page: Page) => page.locator('.company-section')

async function openForm(page: Page, site: Stack) {
  await openAs(page, site, 'pro@demo.test', '/settings/billing')
  await section(page).getByRole('button', { name: 'Add company details' }).click()
  await expect(page.getByLabel('Company name')).toBeFocused()
}

async function typeCompany(page: Page, taxId: string) {
  await page.getByLabel('Company name').fill('Analytical Engines GmbH')
  await page.getByLabel('Street and number').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await page.getByLabel('Tax number type').selectOption({ label: 'EU VAT number' })
  await page.getByLabel(/^Tax number(?! type)/).fill(taxId)
}

const save = (page: Page) => section(page).getByRole('button', { name: 'Save details' }).click()

test('company details are given, and a wrong number keeps what was typed', async ({ page, site }) => {
  await openForm(page, site)
  await expectNoAxeFindings(page, '.company-form')
  await save(page)
  await expect(section(page)).toContainText('Enter the name of your company.')
  await expect(page.getByLabel('Company name')).toBeFocused()
  await typeCompany(page, 'DE12')
  await save(page)
  await expect(section(page)).toContainText('This number does not match its type.')
  await expect(page.getByLabel(/^Tax number(?! type)/)).toBeFocused()
  await expect(page.getByLabel('City')).toHaveValue('Berlin')
  await expectNoAxeFindings(page, '.company-form')
  await page.getByLabel(/^Tax number(?! type)/).fill('DE123456789')
  await save(page)
  await expect(section(page)).toContainText('EU VAT number DE123456789')
  await expect(section(page).getByRole('button', { name: 'Change company details' })).toBeFocused()
  await page.reload()
  await waitForHydration(page)
  await expect(section(page).locator('address')).toContainText('Analytical Engines GmbH')
  await test.step('they are removed after a question', async () => {
    await section(page).getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove company details?' })
    await expectNoAxeFindings(page, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(section(page)).toContainText('Receipts can name your company')
    expect(site.standIns.stripe.emulator.store.all('tax_id')).toEqual([])
  })
})
