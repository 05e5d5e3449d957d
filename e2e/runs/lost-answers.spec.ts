import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { apiClient } from '../testing/api-client.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'

const APPLETS = ['new-on-repeat', 'mention-to-channel']

test('a lost answer never leads to doing an action twice', async ({ site }) => {
  const { control } = site.standIns.services
  await connectDemoAccounts(site, 'usr_pro', ['mastodon', 'bluesky', 'slack'])
  const api = await apiClient(site, 'pro@demo.test')
  for (const applet of APPLETS) await api('PATCH', `/applets/${applet}`, { fields: {} })
  for (const applet of APPLETS) {
    const lastChecked = async () => (await api<AppletRuns>('GET', `/applets/${applet}/health`)).health?.last_checked
    await expect.poll(lastChecked).toEqual(expect.any(Number))
  }
  for (const service of ['bluesky', 'slack']) control.addFault(service, { kind: 'reset', afterwards: true })
  await control.happen('mastodon', 'favorite', { text: 'Night train' })
  await control.happen('mastodon', 'mention', { text: 'do you hear it?' })
  for (const applet of APPLETS) await api('POST', `/applets/${applet}/check_now`)

  const states = async () => {
    const { runs } = await api<RunsResponse>('GET', '/runs')
    return Object.fromEntries(runs.map(({ applet, state }) => [applet?.path, state]))
  }
  // A record at Bluesky has a key of ours, so the call is repeated; Slack knows no keys, so the user is asked.
  const before = { '/applets/new-on-repeat': 'retrying', '/applets/mention-to-channel': 'unsure' }
  await expect.poll(states, { timeout: 20_000 }).toEqual(before)
  await site.standIns.clock.moveBy(10_000)
  await expect.poll(states).toEqual({ ...before, '/applets/new-on-repeat': 'done' })
  const writes = (service: string) => control.asked(service).filter(({ method }) => method === 'POST')
  const records = writes('bluesky').filter(({ path }) => path.includes('Record'))
  expect([records.length, new Set(records.map(({ body }) => JSON.parse(body).rkey)).size]).toEqual([2, 1])
  expect(writes('slack').filter(({ body }) => body.includes('do you hear it?'))).toHaveLength(1)
})
