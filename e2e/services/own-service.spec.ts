import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../dev/processes/run.ts'
import { expectAccessible, expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const FILE = readFileSync(join(ROOT, 'dev/service/template.json'), 'utf8')

test('an operator adds a service, and its account is connected', async ({ page, site }) => {
  await signIn(page, site, 'proplus@demo.test')
  await page.goto('/settings/services/new')
  await waitForHydration(page)
  const main = page.getByRole('main')
  await main.getByLabel('JSON file').fill(FILE.replace('"#0b7285"', '"teal"'))
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByRole('alert')).toContainText('color must be like #0b7285')
  await expectNoAxeFindings(page, 'service file with an error', 'main')
  await main.getByLabel('JSON file').fill(FILE)
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByRole('heading', { name: 'Acme is added.' })).toBeFocused()
  await expectNoAxeFindings(page, 'service that was added', 'main')

  await main.getByRole('link', { name: 'Open Acme' }).click()
  await expect(main.getByRole('link', { name: 'Terms of Acme' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^New parcel/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^When a parcel arrives, / })).toBeVisible()

  await page.goto('/activate?c[]=acme&return_to=%2Fsettings%2Fconnections')
  await waitForHydration(page)
  const key = main.getByLabel('API key', { exact: true })
  await expect(key).toHaveAttribute('type', 'password')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(main.getByText("API key can't be empty.")).toBeVisible()
  await expect(key).toBeFocused()
  await key.fill('wrong')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(main.getByText('Acme did not accept this. Copy it again, or make a new one.')).toBeVisible()
  await expect(key).toBeFocused()
  await main.getByRole('button', { name: 'Show API key' }).click()
  await expect(key).toHaveAttribute('type', 'text')
  await expectNoAxeFindings(page, 'key that was refused, shown', 'main')
  await key.fill('sample-api-key-of-acme')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL('**/settings/connections')
  await expect(main.getByText('Mona')).toBeVisible()

  const { origin } = site.standIns.services
  await page.goto(`${origin}/acme`)
  await page.getByRole('button', { name: 'Make it happen: New parcel' }).click()
  await expect(page.getByText('Once so far.')).toBeVisible()
  await expectAccessible(page, 'stand-in that made something happen')
  for (const path of ['', '/github']) {
    await page.goto(origin + path)
    await expectAccessible(page, path === '' ? 'all stand-ins' : 'stand-in of GitHub')
  }
})
