import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'
import { planDeployment, type Deploying } from './plan-deployment.ts'

const SITE_ORIGIN = 'https://switchyard.pages.dev'
const { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS } = LOCAL_SETTINGS
const operator = { ask: async () => 'yes' }

/** Plans a deployment to an empty account, with what `deployment.json` says. */
async function planning(file: object = {}) {
  const stage = await deploymentStage()
  onTestFinished(stage.close)
  writeFileSync(join(stage.root, 'deployment.json'), JSON.stringify(file))
  const { root, account, cloudflare } = stage
  const env = { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS, SITE_ORIGIN }
  const plan = (more: Partial<Deploying> = {}) =>
    planDeployment({ root, account, env, operator: null, yes: true, say: () => {}, ...more })
  onTestFinished(() => expect(cloudflare.account.made).toEqual([]))
  return { cloudflare, plan }
}

test('names the permission that a token lacks', async () => {
  const { cloudflare, plan } = await planning()
  cloudflare.setFault((_, { url }) => (url.includes('/queues') ? { status: 403 } : null))
  await expect(plan()).rejects.toThrow('It needs "Queues: Edit"')
})

test('names all that is missing at once', async () => {
  const { plan } = await planning({ vars: { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', RENEWAL_NOTICE_DAYS: '3' } })
  const refusal = String(await plan({ env: {} }).catch(String))
  for (const name of ['SECRET_KEY', 'TOKEN_KEYS', 'VAPID_KEYS', 'STRIPE_SECRET_KEY', 'RENEWAL_NOTICE_DAYS'])
    expect(refusal).toContain(`  ${name}: `)
  expect(refusal).toContain('  SITE_ORIGIN: is still the example')
})

/** An account in which others have our names. */
async function foreignAccount() {
  const { cloudflare, plan } = await planning()
  const { account } = cloudflare
  account.namespaces.set('kv1', { id: 'kv1', title: 'switchyard-api-CACHE' })
  account.keys.set('kv1', ['cart:1'])
  const info = { id: 'd1', deployment_trigger: { metadata: { commit_message: 'Add the shop' } } }
  account.projects.set('switchyard', {
    id: 'p1',
    name: 'switchyard',
    subdomain: 'switchyard.pages.dev',
    production_branch: 'main',
    created_on: '',
    domains: [],
    rolledBackTo: null,
    deployments: [{ info, manifest: {}, bundle: new Map() }],
  })
  account.zones.push({ id: 'z1', name: 'shop.test', routes: [{ id: 'r1', pattern: '*.shop.test/*', script: 'shop' }] })
  return plan
}

test('names the steps that only a person can do', async () => {
  const { plan } = await planning({ vars: { MAIL_FROM: 'Acme <hello@acme.test>' } })
  const said: string[] = []
  await plan({ say: (line) => said.push(line) })
  expect(said.join()).toContain('Workers Paid is required')
  expect(said.join()).toContain('Allow Acme <hello@acme.test> to send')
})

test('an example of a sender has to be replaced', async () => {
  const { plan } = await planning()
  const said: string[] = []
  await plan({ say: (line) => said.push(line) })
  expect(said.join()).toContain('Set "MAIL_FROM" under "vars" in deployment.json')
  expect(said.join()).not.toContain('Allow Switchyard <hello@switchyard.example>')
})

test('refuses what the account has under our names and is not ours', async () => {
  const plan = await foreignAccount()
  const refusal = String(await plan().catch(String))
  expect(refusal).toContain('The KV namespace switchyard-api-CACHE holds the keys of something else.')
  expect(refusal).toContain('The account has another Pages project called switchyard.')
  expect(refusal).toContain('--take switchyard-api-CACHE')
})

test('uses what is not ours where it is told, and says so', async () => {
  const plan = await foreignAccount()
  const said: string[] = []
  await plan({ take: ['switchyard', 'switchyard-api-CACHE'], say: (line) => said.push(line) })
  expect(said.join()).toContain('use what is not ours: The account has another Pages project called switchyard.')
})

test('refuses a hostname that a route of another Worker catches', async () => {
  const plan = await foreignAccount()
  const env = { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS, SITE_ORIGIN: 'https://applets.shop.test' }
  const take = ['switchyard', 'switchyard-api-CACHE']
  const refusal = 'applets.shop.test belongs to the route *.shop.test/* of the Worker shop. Or use it all the same'
  await expect(plan({ env, take })).rejects.toThrow(refusal)
  await plan({ env, take: [...take, 'applets.shop.test'] })
})

test('goes on only after a yes', async () => {
  const { plan } = await planning()
  await expect(plan({ yes: false })).rejects.toThrow('add --yes')
  const refusing = { ask: async () => 'no' }
  await expect(plan({ yes: false, operator: refusing })).rejects.toThrow('Nothing was changed')
  expect((await plan({ yes: false, operator })).siteOrigin).toBe(SITE_ORIGIN)
})

test('own names in deployment.json go around taken ones', async () => {
  const { plan } = await planning({ names: { switchyard: 'acme', 'switchyard-jobs': 'acme-jobs' } })
  expect((await plan()).missing.map((command) => command.join(' '))).toEqual([
    'd1 create acme',
    'd1 create switchyard-search',
    'kv namespace create switchyard-api-CACHE',
    'queues create acme-jobs',
    'queues create switchyard-jobs-dead',
    'pages project create acme --production-branch main',
  ])
})

test('makes no empty database where the known one is gone', async () => {
  const { plan } = await planning({ d1_databases: { DB: 'f00d' } })
  await expect(plan()).rejects.toThrow('the account has no D1 database f00d')
})
