import { expect, test } from 'vitest'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { setupAtStandIn } from '../../stripe-setup/setup-at-stand-in.fixture.ts'
import { examineFiles, examineMachine } from './examine-machine.ts'
import { examineStripe } from './examine-stripe.ts'
import { describeFindings } from './finding.ts'

const pinned = { wrangler: '4.1.0', miniflare: '5.1.0', vite: '8.1.0', vitest: '5.1.0' }
const machine = { nodeVersion: 'v24.1.0', wantedNode: '24.1.0', installed: pinned, pinned, localVars: LOCAL_SETTINGS }

test('finds nothing open on a machine that is set up', () => {
  expect(describeFindings(examineMachine(machine))).toContain('All is set up.')
})

test('names wrong tools and settings, each with its remedy', () => {
  const said = describeFindings(
    examineMachine({
      ...machine,
      nodeVersion: 'v20.0.0',
      installed: { ...pinned, vite: '7.0.0' },
      localVars: { ...LOCAL_SETTINGS, TOKEN_KEYS: 'x' },
    }),
  )
  expect(said).toContain('✗ Node v20.0.0, not v24.1.0\n    → npm ci')
  expect(said).toContain('✗ vite 7.0.0, but package.json has 8.1.0')
  expect(said).toContain('TOKEN_KEYS: must be')
  expect(said).toContain('3 to set up.')
})

test('names settings that are still examples, and unknown ids', () => {
  const findings = examineFiles({ SITE_ORIGIN: 'https://a.example', MAIL_FROM: 'A <a@b.test>' }, [
    { binding: 'DB', id: undefined },
  ])
  expect(findings.filter(({ state }) => state === 'open').map(({ what }) => what)).toEqual([
    'SITE_ORIGIN is still the example',
    'no id is known for DB',
  ])
})

test("finds Stripe's missing endpoint and missing events", async () => {
  const { stripe, run } = await setupAtStandIn()
  const open = async () =>
    (await examineStripe(stripe, 'https://site.test')).filter(({ state }) => state === 'open').map(({ what }) => what)
  expect(await open()).toEqual([expect.stringContaining('no endpoint https://site.test/webhooks/stripe')])
  await run()
  expect(await open()).toEqual([])
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['invoice.paid'] })
  expect(await open()).toEqual([expect.stringContaining('does not send')])
})
