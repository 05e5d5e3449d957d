import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test.use({ settings: { OPERATORS: 'usr_pro' } })
// One stack of its own for all of them.
test.describe.configure({ mode: 'default' })

test('an operator stops a service and replays an event', async ({ page, site }) => {
  await site.env.DB.prepare(
    `insert into stripe_events (id, type, customer, created_at, received_at, processed_at, attempts, parked)
      values ('evt_odd', 'customer.updated', 'cus_demo_pro', 1, 1, 1, 9, 'gave_up')`,
  ).run()
  await openAs(page, site, 'pro@demo.test', '/settings')
  await page.getByRole('link', { name: 'Look after the product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Operator')
  await page.getByRole('button', { name: 'Stop Bluesky' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop Bluesky?' })
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Bluesky' })).toBeVisible()
  const needs = page.getByRole('region', { name: 'What needs you' })
  await expect(needs.getByRole('link')).toHaveText(['1 service is stopped', '1 event of Stripe waits'])
  await needs.getByRole('link', { name: '1 event of Stripe waits' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Events of Stripe' })).toBeInViewport()
  await page.getByRole('button', { name: 'Replay evt_odd' }).click()
  await expect(page.getByText('None is parked or given up.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Events of Stripe' })).toBeFocused()
  await expect(page.getByText(/replayed the event evt_odd/)).toBeVisible()
  for (const width of [320, 1444]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeFindings(page)
  }
  await page.reload()
  await expect(page.getByRole('list').filter({ hasText: 'stopped the service bluesky' })).toBeVisible()
  await page.getByRole('button', { name: 'Start Bluesky' }).click()
  await expect(page.getByRole('button', { name: 'Stop Bluesky' })).toBeVisible()
  await expect(needs.getByText('Nothing. Both Workers are well.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a service' }).click()
  await page.getByRole('link', { name: "Back to the operator's page" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Operator')
})

test('for everyone else there is no operator page', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/settings')
  await expect(page.getByRole('link', { name: 'Look after the product' })).toHaveCount(0)
  const answer = await page.goto('/settings/operator')
  expect(answer?.status()).toBe(404)
  expect((await page.request.get('/settings/services/new')).status()).toBe(404)
})

test('an operator lends a reserved user name and takes it back', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/settings/operator')
  await waitForHydration(page)
  const form = page.getByRole('form', { name: 'Lend a user name' })
  const name = form.getByLabel('Reserved user name')
  const lend = form.getByRole('button', { name: 'Lend' })
  await lend.press('Enter')
  await expect(form.getByText('Enter a user name.')).toHaveCount(2)
  await name.fill('mona')
  await form.getByLabel('Who may have it').fill('mira-lind')
  await lend.press('Enter')
  await expect(form.getByText('This user name is not reserved: anyone can have it.')).toBeVisible()
  await name.fill('support')
  await form.getByLabel('Who may have it').fill('nobody-here')
  await lend.press('Enter')
  await expect(form.getByText('Nobody has this user name.')).toBeVisible()
  await form.getByLabel('Who may have it').fill('mira-lind')
  await lend.press('Enter')
  const names = page.getByRole('region', { name: 'Reserved user names' })
  await expect(names.getByText(/support is lent to mira-lind since/)).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  for (const width of [320, 1444]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeFindings(page)
  }
  await page.getByRole('button', { name: 'Take back support' }).press('Enter')
  await expect(names.getByText('None is lent.')).toBeVisible()
  await expect(names).toBeFocused()
  await expect(page.getByText(/took back the user name support/)).toBeVisible()
})
