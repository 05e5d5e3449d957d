import { larderManifest } from '../../worker/services/ifttt/testing/larder-manifest.ts'
import { LARDER_SERVICE_KEY } from '../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { pasteKey } from '../pages/connect-page.ts'
import { chooseStep, expectSaved, row, textField } from '../pages/create-page.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { holdBack } from '../testing/hold-back.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'
import { draftSaved, openDraft, STAR_TO_CHAT } from './open-draft.ts'

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
  await page.waitForURL(/step=if#row-/)
  await waitForHydration(page)
  await page.getByRole('combobox', { name: 'Shelf' }).fill('spi')
  await page.getByRole('option', { name: 'Spices' }).click()
  const below = textField(page, 'Less than')
  await below.fill('-1')
  await expect(below).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Tab')
  await expect(below).toHaveAccessibleDescription(/Choose a number above 0\./)
  await expect(below).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeFindings(page, 'main')
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

test('a step says that its account was disconnected meanwhile', async ({ page, site }) => {
  test.slow()
  const message = { kind: 'set_fields', key: 'send', fields: { room: '!tea:example.org', message: 'A star' } } as const
  await openDraft(page, site, 'then.1', [...STAR_TO_CHAT, message])
  await test.step('a broken account and a service that is gone are named', async () => {
    const { DB } = site.env
    const setAccount = (status: string) =>
      DB.prepare("update connected_accounts set status = ? where module_name = 'matrix'").bind(status).run()
    const publish = (published: 0 | 1) =>
      DB.prepare("update services set published = ? where module_name = 'matrix'").bind(published).run()
    await setAccount('broken')
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your account @ada:example.org no longer works.')).toBeVisible()
    await expectAccessible(page)
    await publish(0)
    await page.reload()
    await waitForHydration(page)
    await expect(row(page, /^Then Send message No longer available/)).toBeVisible()
    await expect(page.getByText('There is nothing to fill in')).toHaveCount(0)
    await expectAccessible(page)
    await setAccount('connected')
    await publish(1)
    await page.reload()
    await waitForHydration(page)
  })
  const other = await page.context().newPage()
  await other.goto('/settings/connections')
  await waitForHydration(other)
  await other.getByRole('button', { name: /^Disconnect .*@ada:example\.org/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(other.getByRole('button', { name: /^Disconnect .*@ada:example\.org/ })).toHaveCount(0)
  await other.close()

  await textField(page, 'Message').fill('A star, still here')
  await draftSaved(page)
  await expect(row(page, /^Then Send a message Matrix Needs an account/)).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('#problems').getByRole('link', { name: 'Connect Matrix first.' }).click()
  await expect(row(page, /^Then Send a message/)).toBeFocused()
  await expectNoAxeFindings(page, 'main')
  await page.getByRole('link', { name: 'Connect Matrix', exact: true }).click()
  await pasteKey(page, site, 'matrix')
  await page.waitForURL(/step=then\.1#row-/)
  await expect(textField(page, 'Message')).toHaveValue('A star, still here')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/applets\//)
})
