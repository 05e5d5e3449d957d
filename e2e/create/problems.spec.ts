import { larderManifest } from '../../worker/services/ifttt/testing/larder-manifest.ts'
import { LARDER_SERVICE_KEY } from '../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { chooseStep, expectSaved, row, textField } from '../pages/create-page.ts'
import { apiClient } from '../testing/api-client.ts'
import { expect, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { draftSaved } from './open-draft.ts'

/** The operator adds Larder, which looks at values itself. */
async function addLarder(site: Stack): Promise<void> {
  const api_url = `${site.standIns.services.origin}/larder`
  const file = JSON.stringify({ transport: 'ifttt', ...larderManifest, api_url })
  const call = await apiClient(site, 'proplus@demo.test')
  await call('POST', '/operator/services', { file, service_key: LARDER_SERVICE_KEY })
}

test('a service refuses a value at its field, the draft stays', async ({ page, site }) => {
  await addLarder(site)
  await openAs(page, site, 'pro@demo.test', '/create?trigger=larder/triggers/runs_low&step=if')
  await page.getByRole('link', { name: 'Connect Larder' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/step=if/)
  await waitForHydration(page)
  await page.getByRole('combobox', { name: 'Shelf' }).fill('spi')
  await page.getByRole('option', { name: 'Spices' }).click()
  const below = textField(page, 'Less than')
  await below.fill('-1')
  await expect(below).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await expect(below).toHaveAccessibleDescription(/Choose a number above 0\./)
  await expect(below).toHaveAttribute('aria-invalid', 'true')
  await draftSaved(page)
  await page.reload()
  await waitForHydration(page)
  await expect(below).toHaveValue('-1')

  await row(page, /^Then/).click()
  await chooseStep(page, 'notification', 'Send a notification Notifications')
  await textField(page, 'Message').fill('Low: {{Item}}')
  await expectSaved(page)
  const { release } = await holdBack(page, /\/api\/drafts\/\d+\/create/)
  const refused = page.waitForResponse(/\/api\/drafts\/\d+\/check/)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('#problems').getByRole('link', { name: 'Choose a number above 0.' }).click()
  await expect(below).toBeFocused()
  release()
  await refused
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeEnabled()
  await expect(below).toBeFocused()
  await below.fill('3')
  await page.keyboard.press('Tab')
  await expect(below).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/applets\//)
})
