import type { AppletRuns, RunsResponse } from '../../worker/contract/runs/run-answers.ts'
import { connect } from '../../worker/system/d1/client.ts'
import { anApplet } from '../../worker/testing/rows.ts'
import { apiClient } from '../testing/api-client.ts'
import { expect, test } from '../testing/journey.ts'

const REPOSITORY = 'octocat/hello-world'

test('a new issue at GitHub starts an Applet at once', async ({ site }) => {
  const api = await apiClient(site, 'free@demo.test')
  await api('POST', '/connections', { module_name: 'github', values: { token: 'github_pat_with_hooks_4711' } })
  const steps = [
    { step: { id: 'github/triggers/new_issue' }, fields: { repository: REPOSITORY } },
    { step: { id: 'notifications/actions/send' }, fields: { message: '{{IssueTitle}}' } },
  ]
  const friendly_id = 'told-by-github'
  await anApplet(connect(site.env.DB), { id: 'usr_author' }, steps, { friendly_id, name: 'Told by GitHub' })
  await api('PATCH', `/applets/${friendly_id}`, { fields: {} })
  const checked = async () => (await api<AppletRuns>('GET', `/applets/${friendly_id}/health`)).health?.last_checked
  await expect.poll(checked, { timeout: 20_000 }).toEqual(expect.any(Number))

  await site.standIns.services.control.happen('github', 'issue', { repository: REPOSITORY, text: 'Squeaks' })
  // A Free user's next poll comes after a minute at the soonest.
  const states = async () => (await api<RunsResponse>('GET', '/runs')).runs.map(({ state }) => state)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['done'])
})
