import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { apiClient } from '../testing/api-client.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'

const APPLETS = { 'star-to-sheet': {}, 'new-on-repeat': { '0.playlist': 'PL01' } }

test('a lost answer never leads to doing an action twice', async ({ site }) => {
  const { control } = site.standIns.services
  await connectDemoAccounts(site, 'usr_pro', ['octoforge', 'sheetly', 'tunebox', 'chirp'])
  const api = await apiClient(site, 'pro@demo.test')
  for (const [applet, fields] of Object.entries(APPLETS)) await api('PATCH', `/applets/${applet}`, { fields })
  for (const applet of Object.keys(APPLETS)) {
    const lastChecked = async () => (await api<AppletRuns>('GET', `/applets/${applet}/health`)).health?.last_checked
    await expect.poll(lastChecked).toEqual(expect.any(Number))
  }
  for (const service of ['sheetly', 'chirp']) control.addFault(service, { kind: 'reset', afterwards: true })
  await control.happen('octoforge-ada', 'star', { full_name: 'looms/shuttle' })
  await control.happen('tunebox-ada', 'track', { title: 'Night train' })

  const states = async () => {
    const { runs } = await api<RunsResponse>('GET', '/runs')
    return Object.fromEntries(runs.map(({ applet, state }) => [applet?.path, state]))
  }
  // Sheetly honors keys, so the call is repeated; Chirp does not, so the user is asked.
  const before = { '/applets/star-to-sheet': 'retrying', '/applets/new-on-repeat': 'unsure' }
  await expect.poll(states, { timeout: 20_000 }).toEqual(before)
  await site.standIns.clock.moveBy(10_000)
  await expect.poll(states).toEqual({ ...before, '/applets/star-to-sheet': 'done' })
  const calls = (service: string) => control.ledger().filter((entry) => entry.service === service)
  expect(calls('sheetly').map(({ repeated }) => repeated)).toEqual([false, true])
  expect(calls('chirp')).toHaveLength(1)
  expect(control.doneTwice()).toEqual([])
})
