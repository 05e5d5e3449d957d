import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deploymentStage } from './deployment-stage.fixture.ts'
import { made } from './testing/test-secrets.ts'
import { writeBuild } from './testing/small-product.ts'

const LONG = { timeout: 300_000, tags: ['long'] }
const MADE_ONCE = [
  'consumer switchyard-jobs',
  'consumer switchyard-jobs-dead',
  'd1 switchyard',
  'deployment switchyard-api',
  'deployment switchyard-runner',
  'kv switchyard-api-CACHE',
  'pages deployment switchyard',
  'pages switchyard',
  'queue switchyard-jobs',
  'queue switchyard-jobs-dead',
  'secret switchyard-api SECRET_KEY',
  'secret switchyard-api TOKEN_KEYS',
  'secret switchyard-api VAPID_KEYS',
  'secret switchyard-runner SECRET_KEY',
  'secret switchyard-runner TOKEN_KEYS',
  'version switchyard-api',
  'version switchyard-runner',
]
const yes = { ask: async () => '', askHidden: async () => '', confirm: async () => true }

test('makes all that is missing once, then nothing', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  expect(await deploy()).toContain('Deployed. Tested at')
  const { account } = cloudflare
  const afterFirst = [...account.made]
  expect(afterFirst).toEqual(expect.arrayContaining(MADE_ONCE))
  expect(new Set(afterFirst).size).toBe(afterFirst.length)
  const file = JSON.parse(readFileSync(join(product.root, 'deployment.json'), 'utf8'))
  expect([...account.databases.keys()]).toEqual(Object.values(file.d1_databases))

  const calls = account.calls.length
  expect(await deploy()).toContain('Nothing to deploy')
  expect(account.made).toEqual(afterFirst)
  const again = account.calls.slice(calls).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/query'))
  expect(again).toEqual([])
})

test("refreshes the query planner's statistics after migrations, only then", LONG, async () => {
  const { cloudflare, deploy } = await deploymentStage()
  await deploy()
  await deploy()
  expect(cloudflare.account.optimized).toEqual([
    'switchyard after 1 migrations',
    'switchyard-search after 1 migrations',
  ])
})

test('uploads a changed bundle, keeps secrets, says how to go back', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  await deploy()
  const { account } = cloudflare
  const script = account.scripts.get('switchyard-api')
  const [before, pages] = [script?.versions[0]?.id, account.projects.get('switchyard')?.deployments[0]?.info.id]
  const first = account.made.length
  writeBuild(product, 'second')
  const said = await deploy({ env: { TOKEN_KEYS: `k2:${Buffer.alloc(32).toString('base64')}` } })
  expect(account.made.slice(first)).toEqual([
    'version switchyard-runner',
    'deployment switchyard-runner',
    'version switchyard-api',
    'deployment switchyard-api',
    'pages deployment switchyard',
  ])
  expect(said).toContain(`--rollback-pages ${pages} --rollback-worker ${before}`)
  expect(said).toContain('TOKEN_KEYS: the Worker has one, which is kept.')
  expect(Object.fromEntries(script?.secrets ?? [])).toEqual(made)
})

test('names all that is missing before it makes anything', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  writeFileSync(
    join(product.root, 'deployment.json'),
    JSON.stringify({ vars: { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', RENEWAL_NOTICE_DAYS: '3' } }),
  )
  const refusal = await deploy({ env: {} }).catch(String)
  for (const name of [
    'SITE_ORIGIN',
    'SECRET_KEY',
    'TOKEN_KEYS',
    'VAPID_KEYS',
    'STRIPE_SECRET_KEY',
    'RENEWAL_NOTICE_DAYS',
  ])
    expect(refusal).toContain(`  ${name}: `)
  expect(cloudflare.account.made).toEqual([])
})

test('changes nothing without a yes', LONG, async () => {
  const { cloudflare, deploy } = await deploymentStage()
  await expect(deploy({ yes: false })).rejects.toThrow('add --yes')
  await expect(deploy({ yes: false, operator: { ...yes, confirm: async () => false } })).rejects.toThrow(
    'Nothing was changed',
  )
  expect(cloudflare.account.made).toEqual([])
})

test('makes secrets at a terminal and keeps a private copy', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage({ taken: ['switchyard'] })
  const said = await deploy({ env: {}, operator: yes })
  expect(said).toContain('deployment.secrets.env')
  const file = join(product.root, 'deployment.secrets.env')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { secrets, versions } = cloudflare.account.scripts.get('switchyard-api') ?? { secrets: new Map(), versions: [] }
  const lines = [...secrets].map(([name, value]) => `${name}=${value}`)
  expect(readFileSync(file, 'utf8').trim().split('\n').toSorted()).toEqual(lines.toSorted())
  expect(existsSync(join(product.root, 'out', 'deployment', 'secrets.json'))).toBe(false)
  // Somebody else has the subdomain of that name.
  const origin = versions[0]?.bindings.find(({ name }) => name === 'SITE_ORIGIN')
  expect(origin?.['text']).toBe('https://switchyard-6hq.pages.dev')
})

test('connects the domain of the site once', LONG, async () => {
  const { cloudflare, deploy } = await deploymentStage()
  const env = { ...made, SITE_ORIGIN: 'https://applets.test' }
  expect(await deploy({ env })).toContain('add a record CNAME applets.test → switchyard.pages.dev')
  await deploy({ env })
  expect(cloudflare.account.made.filter((each) => each.startsWith('domain'))).toEqual(['domain applets.test'])
})

test('asks for a secret that only the other Worker has', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  await deploy()
  rmSync(join(product.root, 'deployment.secrets.env'), { force: true })
  cloudflare.account.scripts.get('switchyard-runner')?.secrets.delete('TOKEN_KEYS')
  const env = { SITE_ORIGIN: 'https://switchyard.pages.dev' }
  await expect(deploy({ env })).rejects.toThrow(
    'TOKEN_KEYS: is missing in one of the Workers (the value that the other',
  )
  const asked: string[] = []
  const askHidden = async (what: string) => {
    asked.push(what.split(' ')[0] ?? '')
    return made.TOKEN_KEYS
  }
  await deploy({ env, operator: { ...yes, askHidden } })
  expect(asked).toEqual(['TOKEN_KEYS'])
})

test('refuses the database of an older release', LONG, async () => {
  const { cloudflare, deploy, product } = await deploymentStage()
  await deploy()
  for (const { info, sql } of cloudflare.account.databases.values())
    if (info.name === 'switchyard') sql.exec('create table plans (id text)')
  writeBuild(product, 'second')
  await expect(deploy()).rejects.toThrow('is of an older release')
})
