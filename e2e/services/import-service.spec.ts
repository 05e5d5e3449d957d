import { LARDER_SERVICE_KEY } from '../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

test('an operator imports a service from its address and key', async ({ page, site }) => {
  await signIn(page, site, 'proplus@demo.test')
  await page.goto('/settings/services/new')
  await waitForHydration(page)
  const main = page.getByRole('main')
  const ask = main.getByRole('button', { name: 'Ask the service' })
  await main.getByLabel('API address').fill(`${site.standIns.services.origin}/larder/ifttt/v1/`)
  await main.getByLabel('Service key', { exact: true }).fill('wrong-service-key')
  await ask.click()
  await expect(main.getByText('The service does not accept this key.')).toBeVisible()
  await expect(main.getByLabel('Service key', { exact: true })).toBeFocused()
  await expectNoAxeFindings(page, 'main')
  await main.getByLabel('Service key', { exact: true }).fill(LARDER_SERVICE_KEY)
  await ask.click()

  await expect(main.getByRole('heading', { name: 'Give its parts names' })).toBeFocused()
  await expectNoAxeFindings(page, 'main')
  await main.getByLabel('Id', { exact: true }).fill('pantry')
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await main.getByLabel('Name', { exact: true }).fill('Pantry')
  await main.getByLabel('Short name').fill('Pantry')
  await main.getByLabel('Description', { exact: true }).fill('Tells what runs low.')
  for (const field of await main.locator('form input').all()) {
    const name = (await field.getAttribute('name')) ?? ''
    if (name.includes('.')) await field.fill(name.endsWith('label') ? 'Which one' : 'Something runs low')
  }
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByRole('heading', { name: 'Pantry is added.' })).toBeFocused()
  await expect(main.getByRole('link', { name: 'Pantry', exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Open Pantry' }).click()
  await expect(main.getByText('Something runs low').first()).toBeVisible()
})

test('what was imported can be finished as JSON, and given up', async ({ page, site }) => {
  await signIn(page, site, 'proplus@demo.test')
  await page.goto('/settings/services/new')
  await waitForHydration(page)
  const main = page.getByRole('main')
  await main.getByLabel('API address').fill(`${site.standIns.services.origin}/larder`)
  await main.getByLabel('Service key', { exact: true }).fill(LARDER_SERVICE_KEY)
  await main.getByRole('button', { name: 'Ask the service' }).click()
  await main.getByLabel('Name', { exact: true }).fill('Cellar')
  await main.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect(main.getByLabel('JSON file')).toHaveValue(/"name": "Cellar"/)
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByRole('alert')).toContainText('triggers.0.description Fill this in.')
  await main.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByLabel('API address')).toBeVisible()
})
