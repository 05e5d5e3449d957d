/** @module-tag long */
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineDeployment } from './doctor/examine-deployment.ts'
import { ROOT, run } from '../processes/run.ts'
import { runWrangler } from '../processes/run-wrangler.ts'
import type { Fault } from '../stand-ins/cloudflare/start-cloudflare.ts'
import { builtAt, deployedConfig } from './config/deployed-config.ts'
import { readDeploymentFile } from './config/deployment-file.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'

/** Wrangler starts about forty times, which a busy machine does slowly. */
const LONG = 600_000

/** Where the first deployment is killed with wrangler: the call is made, and its answer never arrives. */
const KILLED_AT = [
  ['POST', /\/queues$/],
  ['PUT', /\/scripts\/switchyard-runner$/],
  ['POST', /\/projects\/switchyard\/deployments$/],
] as const

/** One account, to which the tests deploy one after the other. */
let stage: Awaited<ReturnType<typeof deploymentStage>>
/** The output of each killed run, of the one that finished, and of the deployment of a second build. */
const killed: string[] = []
let finished = ''
let second = ''

beforeAll(async () => {
  if (!Object.values(builtAt(ROOT).bundles).every((bundle) => existsSync(bundle)))
    await run(process.execPath, ['dev/build.ts'], { NODE_ENV: 'production' })
  stage = await deploymentStage()
  for (const [method, path] of KILLED_AT) {
    const killedAt = (request: Request) => request.method === method && path.test(new URL(request.url).pathname)
    killed.push(await stage.deploy({ killedAt }))
  }
  finished = await stage.deploy()
}, LONG)
afterAll(() => stage.close())

const secrets = () => Object.fromEntries(stage.cloudflare.account.scripts.get('switchyard-api')?.secrets ?? [])
const configFile = (name: string) => join(stage.root, 'out', 'deployment', name)

async function openFindings() {
  const config = deployedConfig(stage.root, readDeploymentFile(stage.root))
  const findings = await examineDeployment(stage.root, stage.account, config, stage.site.origin)
  return findings.filter(({ state }) => state === 'open').map(({ what }) => what)
}

const MIGRATIONS = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'))

test('makes all that an empty account lacks once, though killed three times', () => {
  expect(killed.filter((said) => said.includes('Tested at'))).toEqual([])
  expect(finished).toContain('Tested at')
  expect(stage.cloudflare.account.made.toSorted()).toEqual([
    'consumer switchyard-jobs',
    'consumer switchyard-jobs-dead',
    'd1 switchyard',
    'd1 switchyard-search',
    'deployment switchyard-api',
    'deployment switchyard-runner',
    'kv switchyard-api-CACHE',
    ...MIGRATIONS.map((name) => `migration switchyard ${name}`),
    'migration switchyard-search 0000_search.sql',
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
  ])
})

test('keeps a private copy of the secrets that it made', () => {
  const file = join(stage.root, 'deployment.secrets.env')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(parseEnv(readFileSync(file, 'utf8'))).toEqual(secrets())
  expect(existsSync(configFile('secrets.json'))).toBe(false)
})

test('changes nothing where all is deployed', { timeout: LONG, retry: 0 }, async () => {
  const { account } = stage.cloudflare
  const [calls, made] = [account.calls.length, [...account.made]]
  expect(await stage.deploy()).toContain('Nothing to deploy. Tested at')
  expect(account.made).toEqual(made)
  const uploads = account.calls
    .slice(calls)
    .filter(({ method, path }) => method !== 'GET' && /versions$|deployments$|import$/.test(path))
  expect(uploads).toEqual([])
})

test('leaves nothing open for the doctor', async () => {
  expect(await openFindings()).toEqual([])
})

test('the doctor finds what was taken away', async () => {
  const { queues, scripts } = stage.cloudflare.account
  for (const queue of queues.values()) queue.consumers.length = 0
  const script = scripts.get('switchyard-api')
  script?.schedules.pop()
  if (script) script.workersDev.enabled = true
  scripts.get('switchyard-runner')?.secrets.delete('TOKEN_KEYS')
  expect(await openFindings()).toEqual([
    'switchyard-runner lacks the secret TOKEN_KEYS, which the other Worker has',
    'cron triggers are missing: 12-59/15 * * * *',
    'nobody consumes switchyard-jobs, switchyard-jobs-dead',
    'the Worker has an address of its own, though it trusts the headers of the pages',
  ])
})

test('the bookmark that it printed undoes a broken migration', { timeout: LONG, retry: 0 }, async () => {
  const [added, broken] = ['9998_added.sql', '9999_broken.sql'].map((name) => join(stage.root, 'migrations', name))
  writeFileSync(added ?? '', 'create table added (id integer);')
  writeFileSync(broken ?? '', 'create table broken (;')
  const said = await stage.deploy()
  const [, restore = ''] = /npm run wrangler -- (d1 time-travel restore DB --bookmark \S+)/.exec(said) ?? []
  expect(said).toContain('wrangler d1 migrations failed')
  const [database] = stage.cloudflare.account.databases.values()
  const has = (table: string) => database?.sql.prepare('select 1 from sqlite_master where name = ?').get(table)
  expect(has('added')).toBeDefined()
  await runWrangler([...restore.split(' '), '--config', configFile('wrangler.json')], stage.processEnv)
  expect(has('added')).toBeUndefined()
  expect(has('users')).toBeDefined()
  rmSync(broken ?? '')
})

const isOfStaging = (name: string) => /-staging(-CACHE)?$/.test(name)
const isOfProduction = (name: string) => !isOfStaging(name)

test('staging is deployed beside production, and touches nothing of it', { timeout: LONG, retry: 0 }, async () => {
  const production = stage.stateOf(isOfProduction)
  expect(await stage.deploy({ environment: 'staging' })).toContain('Deployed. Tested at')
  expect(stage.stateOf(isOfProduction)).toBe(production)
  const { scripts, projects, databases } = stage.cloudflare.account
  expect([...scripts.keys()].filter(isOfStaging).toSorted()).toEqual([
    'switchyard-api-staging',
    'switchyard-runner-staging',
  ])
  expect([...projects.keys()].toSorted()).toEqual(['switchyard', 'switchyard-staging'])
  expect([...databases.values()].map(({ info }) => info.name).filter(isOfStaging)).toHaveLength(2)
})

test('each environment has its own file of ids, and its own secrets', () => {
  const [own, theirs] = ['deployment.json', 'deployment.staging.json'].map((name) =>
    JSON.parse(readFileSync(join(stage.root, name), 'utf8')),
  )
  expect(Object.values(theirs.d1_databases)).toHaveLength(2)
  for (const id of Object.values(own.d1_databases)) expect(Object.values(theirs.d1_databases)).not.toContain(id)
  const secretOf = (name: string) => stage.cloudflare.account.scripts.get(name)?.secrets.get('TOKEN_KEYS')
  expect(secretOf('switchyard-api-staging')).toBe(secretOf('switchyard-runner-staging'))
  expect(secretOf('switchyard-api-staging')).not.toBe(secretOf('switchyard-api'))
  expect(existsSync(join(stage.root, 'deployment.staging.secrets.env'))).toBe(true)
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_live_1', "is a live key, but staging sells in Stripe's test mode only."],
  ['SITE_ORIGIN', 'https://switchyard.pages.dev', 'is the address of production'],
])('a %s of production is refused for staging', { timeout: LONG }, async (name, value, refusal) => {
  expect(await stage.deploy({ environment: 'staging', env: { [name]: value } })).toContain(refusal)
})

test('a new build is deployed past busy and failing answers', { timeout: LONG, retry: 0 }, async () => {
  const { cloudflare, root } = stage
  const { bundles, pages } = builtAt(root)
  for (const bundle of Object.values(bundles)) appendFileSync(bundle, '\n// second\n')
  writeFileSync(join(pages, 'second.txt'), 'second')
  const [before, staging] = [secrets(), stage.stateOf(isOfStaging)]
  const troubles: Fault[] = [{ status: 429, retryAfter: '0' }, { status: 503 }, 'lost']
  cloudflare.setFault((call) => (call % 40 === 0 ? (troubles[(call / 40) % 3] ?? null) : null))
  const said = await stage.deploy({ env: { VAPID_KEYS: 'other' } })
  cloudflare.setFault(() => null)
  expect(said).toContain('Deployed. Tested at')
  expect(said).toContain('VAPID_KEYS: the Worker has one, which is kept.')
  expect(secrets()).toEqual(before)
  expect(stage.stateOf(isOfStaging)).toBe(staging)
  expect(await openFindings()).toEqual([])
  second = said
})

test('goes back to the build before by the lines that it printed', { timeout: LONG, retry: 0 }, async () => {
  const [, pages] = /npm run deploy -- (--rollback-pages \S+)/.exec(second) ?? []
  const [, worker = ''] = /npm run wrangler -- (rollback \S+ --yes)/.exec(second) ?? []
  const [, runner = ''] = /npm run wrangler -- runner (rollback \S+ --yes)/.exec(second) ?? []
  await promisify(execFile)(process.execPath, ['dev/deploy.ts', ...(pages ?? '').split(' ')], {
    cwd: ROOT,
    env: stage.processEnv,
  })
  await runWrangler([...worker.split(' '), '--config', configFile('wrangler.json')], stage.processEnv)
  await runWrangler([...runner.split(' '), '--config', configFile('wrangler.runner.json')], stage.processEnv)
  const health = await (await fetch(`${stage.site.origin}/api/health`)).json()
  expect(health).toMatchObject({ ok: true, version: worker.split(' ')[1], runner_version: runner.split(' ')[1] })
  const asset = await fetch(`${stage.site.origin}/second.txt`)
  expect(await asset.text()).not.toBe('second')
})
