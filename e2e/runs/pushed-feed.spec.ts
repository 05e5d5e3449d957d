import type { AppletRuns } from '../../worker/contract/runs/run-answers.ts'
import { apiClient } from '../testing/api-client.ts'
import { connectDemoAccounts } from '../testing/connect-demo-accounts.ts'
import { expect, test } from '../testing/journey.ts'

const APPLET = 'feed-to-chat'

test('a feed that names a hub starts an Applet at once', async ({ site }) => {
  await connectDemoAccounts(site, 'usr_proplus', ['matrix'])
  const user = await apiClient(site, 'proplus@demo.test')
  const { services } = site.standIns
  const fields = { '0.feed_url': `${services.origin}/feeds/alerts.xml`, '1.room': '!tea:example.org' }
  await user('PATCH', `/applets/${APPLET}`, { fields })
  const checked = async () => (await user<AppletRuns>('GET', `/applets/${APPLET}/health`)).health?.last_checked
  await expect.poll(checked, { timeout: 20_000 }).toBeTruthy()

  // The hub verifies a moment later; the next poll is at least half a minute away.
  let published = 0
  const pushed = async () => {
    await services.control.happen('feeds', 'alerts', { title: `High water ${++published}` })
    return services.control.asked('matrix').some(({ method, body }) => method === 'PUT' && body.includes('High water'))
  }
  await expect.poll(pushed, { timeout: 20_000, intervals: [1000] }).toBe(true)
})
