import type { Locator, Page } from '@playwright/test'
import { LARDER_SERVICE_KEY } from '../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { larderManifest } from '../../worker/services/ifttt/testing/larder-manifest.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

const OPERATOR = 'proplus@demo.test'

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/settings/services/new')
  await waitForHydration(page)
  return page.getByRole('main')
}

/** Has the page ask the service at this address. */
async function askService(page: Page, site: Stack, path: string): Promise<Locator> {
  const main = await openForm(page)
  await main.getByLabel('API address').fill(site.standIns.services.origin + path)
  await main.getByLabel('Service key', { exact: true }).fill(LARDER_SERVICE_KEY)
  await main.getByRole('button', { name: 'Ask the service' }).click()
  await expect(main.getByRole('heading', { name: 'Give its parts names' })).toBeFocused()
  return main
}

/** Names the service, and describes its steps, whose names begin as their slugs in words. */
async function nameParts(main: Locator, id: string, name: string): Promise<void> {
  await main.getByLabel('Id', { exact: true }).fill(id)
  await main.getByLabel('Name', { exact: true }).fill(name)
  await main.getByLabel('Short name').fill(name)
  await main.getByLabel('Description', { exact: true }).fill('Tells what runs low.')
  for (const field of await main.locator('[name$=".description"]').all()) await field.fill('What the kitchen does.')
}

/** Turns on an Applet from the service's trigger to its action, and makes happen what starts it. */
async function runApplet(page: Page, site: Stack, id: string, allow: () => Promise<void>): Promise<void> {
  const { origin } = site.standIns.services
  const steps = [
    { step: { id: `${id}/triggers/runs_low` }, fields: { shelf: 'spices', below: '3' } },
    { step: { id: `${id}/actions/add_to_list` }, fields: { item: '{{Item}}', amount: '2' } },
  ]
  // The kitchens are not emptied between tests, and a list has an item once.
  const item = `Saffron of ${id}`
  const applet = `list-of-${id}`
  await anApplet(connect(site.env.DB), { id: 'usr_author' }, steps, { friendly_id: applet, name: 'Shopping list' })
  await page.goto(`/applets/${applet}`)
  await waitForHydration(page)
  await mainButton(page).click()
  await allow()
  await expect(mainButton(page)).toHaveText(/Connected/)
  const api = await apiClient(site, OPERATOR)
  const checked = async () => (await api<AppletRuns>('GET', `/applets/${applet}/health`)).health?.last_checked
  await expect.poll(checked, { timeout: 20_000 }).toEqual(expect.any(Number))

  const happened = await fetch(`${origin}/larder/control/runs_low`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ account: 'larder-ada', item, shelf: 'spices', left: '1' }),
    redirect: 'manual',
  })
  expect(happened.status).toBe(303)
  const runs = async () => {
    await api('POST', `/applets/${applet}/check_now`)
    return (await api<RunsResponse>('GET', '/runs')).runs.map(({ state }) => state)
  }
  await expect.poll(runs, { timeout: 30_000, intervals: [1000, 4000] }).toEqual(['done'])
  expect(await (await fetch(`${origin}/larder`)).text()).toContain(`2 ${item}`)
}

test('an operator imports a service from its address, or its manifest', async ({ page, site }) => {
  await signIn(page, site, OPERATOR)
  const main = await openForm(page)
  const ask = main.getByRole('button', { name: 'Ask the service' })
  const add = main.getByRole('button', { name: 'Check and add' })
  await main.getByLabel('API address').fill(`${site.standIns.services.origin}/larder/ifttt/v1/`)
  await main.getByLabel('Service key', { exact: true }).fill('wrong-service-key')
  await ask.click()
  await expect(main.getByText('The service does not accept this key.')).toBeVisible()
  await expect(main.getByLabel('Service key', { exact: true })).toBeFocused()
  await expectNoAxeFindings(page, 'service whose key is refused', 'main')
  await test.step('what was imported can be finished as JSON, and given up', async () => {
    await main.getByLabel('Service key', { exact: true }).fill(LARDER_SERVICE_KEY)
    await ask.click()
    await expect(main.getByRole('heading', { name: 'Give its parts names' })).toBeFocused()
    await main.getByLabel('Name', { exact: true }).fill('Cellar')
    await main.getByRole('button', { name: 'Edit as JSON' }).click()
    await expect(main.getByLabel('JSON file')).toHaveValue(/"name": "Cellar"/)
    await add.click()
    await expect(main.getByRole('alert')).toContainText('triggers.0.description Fill this in.')
    await main.getByRole('button', { name: 'Cancel' }).click()
    await expect(main.getByLabel('API address')).toBeVisible()
  })
  await test.step('a manifest as JSON is asked for its service key', async () => {
    const key = main.getByLabel('Its service key', { exact: true })
    await expect(key).toHaveCount(0)
    const api_url = `${site.standIns.services.origin}/larder`
    await main.getByLabel('JSON file').fill(JSON.stringify({ transport: 'ifttt', ...larderManifest, api_url }))
    await add.click()
    await expect(main.getByText('Enter the key that the service gave you.')).toBeVisible()
    await expect(key).toBeFocused()
    await expectNoAxeFindings(page, 'manifest without its service key', 'main')
    await key.fill(LARDER_SERVICE_KEY)
    await add.click()
    await expect(main.getByRole('heading', { name: 'Larder is added.' })).toBeFocused()
  })
  await askService(page, site, '/larder')
  await expectNoAxeFindings(page, 'names of the parts of a service', 'main')
  await main.getByLabel('Id', { exact: true }).fill('pantry')
  await add.click()
  await expect(main.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await nameParts(main, 'pantry', 'Pantry')
  await add.click()
  await expect(main.getByRole('heading', { name: 'Pantry is added.' })).toBeFocused()
  await expect(main.getByRole('link', { name: 'Pantry', exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Open Pantry' }).click()
  await expect(main.getByText('Runs low').first()).toBeVisible()
})

test('a service that names no triggers runs with those that are typed', async ({ page, site }) => {
  await signIn(page, site, OPERATOR)
  const main = await askService(page, site, '/larder/quiet')
  await nameParts(main, 'larder', 'Larder')
  const triggers = main.getByLabel('Triggers')
  await triggers.fill('Runs low')
  await main.getByRole('button', { name: 'Ask about these' }).click()
  await expect(triggers).toBeFocused()
  await expectNoAxeFindings(page, 'triggers that are typed wrong', 'main')
  await triggers.fill('runs_low: shelf=spices, below=3')
  await main.getByRole('button', { name: 'Ask about these' }).click()
  await expect(main.getByRole('heading', { name: 'Give its parts names' })).toBeFocused()
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Larder')
  await nameParts(main, 'larder', 'Larder')
  const connecting = main.getByLabel('How people connect')
  await connecting.selectOption('They need no account')
  await expect(main.getByLabel('Token address')).toHaveCount(0)
  await connecting.selectOption('They sign in at the service')
  await main.getByLabel('Authorization address').fill('/oauth/authorize')
  await main.getByLabel('Token address').fill('/oauth/token')
  await main.getByRole('button', { name: 'Check and add' }).click()
  await expect(main.getByRole('heading', { name: 'Larder is added.' })).toBeFocused()
  await runApplet(page, site, 'larder', () => consent(page, 'larder'))
})
