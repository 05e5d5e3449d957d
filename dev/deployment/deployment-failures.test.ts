import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyAccount } from '../cloudflare/account-state.ts'
import { startCloudflare, TOKEN, type Fault } from '../cloudflare/start-cloudflare.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'
import { openAccount } from './account/open-account.ts'
import { wranglerFor } from './account/run-deploy-command.ts'
import { made } from './testing/test-secrets.ts'

const LONG = { timeout: 300_000, tags: ['long'] }

test('passes over busy and failing answers of Cloudflare', LONG, async () => {
  const { cloudflare, deploy } = await deploymentStage()
  const troubles: Fault[] = [{ status: 429, retryAfter: '0' }, { status: 503 }, 'lost']
  cloudflare.setFault((call) => (call % 23 === 0 ? (troubles[(call / 23) % 3] ?? null) : null))
  expect(await deploy()).toContain('Tested at')
  const { made: all } = cloudflare.account
  expect(new Set(all).size).toBe(all.length)
})

test('a token for several accounts needs a chosen one', async () => {
  const accounts = [emptyAccount('a'.repeat(32), 'One'), emptyAccount('b'.repeat(32), 'Two')]
  const cloudflare = await startCloudflare({ accounts })
  const env = { CLOUDFLARE_API_BASE_URL: cloudflare.base }
  await expect(openAccount(env, TOKEN)).rejects.toThrow(
    /CLOUDFLARE_ACCOUNT_ID to one of:\n {2}a{32} {2}One\n {2}b{32} {2}Two/,
  )
  const chosen = await openAccount({ ...env, CLOUDFLARE_ACCOUNT_ID: 'b'.repeat(32) }, TOKEN)
  expect(chosen.account_id).toBe('b'.repeat(32))
  await cloudflare.close()
})

test('says how to make a token where there is none', async () => {
  await expect(openAccount({}, undefined)).rejects.toThrow('D1: Edit')
})

test('names the permission that a token lacks', async () => {
  const { cloudflare, deploy } = await deploymentStage()
  cloudflare.setFault((_, { url }) => (url.includes('/queues') ? { status: 403 } : null))
  await expect(deploy()).rejects.toThrow('It needs "Queues: Edit"')
  expect(cloudflare.account.made).toEqual([])
})

test('refuses names that something else of the account has', async () => {
  const { cloudflare, deploy } = await deploymentStage()
  const env = { ...made, SITE_ORIGIN: 'https://switchyard.pages.dev' }
  const { client, account_id } = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base }, TOKEN)
  const { uuid = '' } = await client.d1.database.create({ account_id, name: 'switchyard' })
  await client.d1.database.query(uuid, { account_id, sql: 'create table orders (id integer)' })
  const queue = await client.queues.create({ account_id, queue_name: 'switchyard-jobs' })
  await client.queues.consumers.create(queue.queue_id ?? '', { account_id, type: 'worker', script_name: 'shop' })
  const before = cloudflare.account.made.length
  const refusal = await deploy({ env }).catch(String)
  expect(refusal).toContain('the D1 database switchyard holds other tables (orders)')
  expect(refusal).toContain('The queue switchyard-jobs belongs to the Worker shop')
  expect(cloudflare.account.made).toHaveLength(before)
})

test('own names in deployment.json go around taken ones', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage({ project: 'acme' })
  const names = { switchyard: 'acme', 'switchyard-jobs': 'acme-jobs' }
  writeFileSync(join(product.root, 'deployment.json'), JSON.stringify({ names }))
  await deploy({ env: { ...made, SITE_ORIGIN: 'https://acme.pages.dev' } })
  expect(cloudflare.account.made).toEqual(
    expect.arrayContaining(['d1 acme', 'queue acme-jobs', 'consumer acme-jobs', 'pages acme']),
  )
  expect(cloudflare.account.made).not.toContain('d1 switchyard')
})

test('makes no empty database where the known one is gone', async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  writeFileSync(join(product.root, 'deployment.json'), JSON.stringify({ d1_databases: { DB: 'f00d' } }))
  await expect(deploy()).rejects.toThrow('the account has no D1 database f00d')
  expect(cloudflare.account.made).toEqual([])
})

test('says which domain Cloudflare does not take', LONG, async () => {
  const { deploy } = await deploymentStage()
  const env = { ...made, SITE_ORIGIN: 'https://localhost' }
  await expect(deploy({ env })).rejects.toThrow('does not take the domain localhost')
  await expect(deploy({ env: { ...made, SITE_ORIGIN: 'http://applets.test' } })).rejects.toThrow(
    'must be an https origin',
  )
})

test('gives both Workers a database restored under another id', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  await deploy()
  const { client, account_id } = await openAccount({ CLOUDFLARE_API_BASE_URL: cloudflare.base }, TOKEN)
  const { uuid = '' } = await client.d1.database.create({ account_id, name: 'switchyard-restored' })
  const path = join(product.root, 'deployment.json')
  const file = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...file, d1_databases: { ...file.d1_databases, DB: uuid } }))
  expect(await deploy()).toContain('Tested at')
  for (const name of ['switchyard-api', 'switchyard-runner']) {
    const [version] = cloudflare.account.scripts.get(name)?.versions ?? []
    expect(version?.bindings.find((binding) => binding.name === 'DB')).toMatchObject({ id: uuid })
  }
})

test.each(['switchyard-api', 'switchyard-runner'])('takes no other Worker called %s for its own', async (name) => {
  const { cloudflare, deploy, product, processEnv } = await deploymentStage()
  const wrangler = wranglerFor(await openAccount(processEnv, TOKEN), product.root, processEnv)
  const [main, config] = [join(product.root, 'shop.js'), join(product.root, 'shop.json')]
  writeFileSync(main, 'export default { fetch: () => new Response() }')
  writeFileSync(config, JSON.stringify({ name, main, compatibility_date: '2026-08-01' }))
  await wrangler(['deploy', '--config', config])
  const before = cloudflare.account.made.length
  await expect(deploy()).rejects.toThrow(`The account has another Worker called ${name}`)
  expect(cloudflare.account.made).toHaveLength(before)
})
