/** @module-tag long */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, run } from '../processes/run.ts'
import { builtAt } from './config/deployed-config.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'

/** Wrangler starts about forty times, which a busy machine does slowly. */
const LONG = 600_000
const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_1' }

let stage: Awaited<ReturnType<typeof deploymentStage>>
let said: string[] = []
/** What the account had of production before and after staging was deployed beside it, and the other way around. */
let production: string[] = []
let staging: string[] = []

/** All that an environment has in the account, with its versions, secrets and counts of what D1 was told. */
function stateOf(isTheirs: (name: string) => boolean): string {
  const { databases, namespaces, queues, scripts, projects } = stage.cloudflare.account
  return JSON.stringify(
    [
      [...databases.values()].map(({ info, history }) => [info.name, info.uuid, history.length]),
      [...namespaces.values()].map(({ id, title }) => [title, id]),
      [...queues.values()].map(({ queue_name, queue_id, consumers }) => [queue_name, queue_id, consumers]),
      [...scripts.values()].map(({ name, versions, secrets }) => [name, versions.map(({ id }) => id), [...secrets]]),
      [...projects.values()].map(({ name, deployments }) => [name, deployments.map(({ info }) => info.id)]),
    ].map((kind) => kind.filter(([name]) => isTheirs(String(name)))),
  )
}
const isOfStaging = (name: string) => /-staging(-CACHE)?$/.test(name)
const look = () => {
  production.push(stateOf((name) => !isOfStaging(name)))
  staging.push(stateOf(isOfStaging))
}

beforeAll(async () => {
  if (!Object.values(builtAt(ROOT).bundles).every((bundle) => existsSync(bundle)))
    await run(process.execPath, ['dev/build.ts'])
  stage = await deploymentStage()
  for (const environment of ['production', 'staging', 'production'] as const) {
    said.push(await stage.deploy({ environment }))
    look()
  }
}, LONG)
afterAll(() => stage.close())

test('both environments are deployed beside each other, and answer', () => {
  expect(said[0]).toContain('Deployed. Tested at')
  expect(said[1]).toContain('Deployed. Tested at')
  expect(said[2]).toContain('Nothing to deploy. Tested at')
  const { scripts, projects, databases } = stage.cloudflare.account
  expect([...scripts.keys()].toSorted()).toEqual([
    'switchyard-api',
    'switchyard-api-staging',
    'switchyard-runner',
    'switchyard-runner-staging',
  ])
  expect([...projects.keys()].toSorted()).toEqual(['switchyard', 'switchyard-staging'])
  expect([...databases.values()].map(({ info }) => info.name).toSorted()).toEqual([
    'switchyard',
    'switchyard-search',
    'switchyard-search-staging',
    'switchyard-staging',
  ])
})

test("neither deployment touches the other's", () => {
  expect(production[0]).not.toBe('[[],[],[],[],[]]')
  expect(production[1]).toBe(production[0])
  expect(staging[1]).not.toBe(staging[0])
  expect(staging[2]).toBe(staging[1])
})

test('each has its own file of ids, and its own secrets', () => {
  const [own, theirs] = ['deployment.json', 'deployment.staging.json'].map((name) =>
    JSON.parse(readFileSync(join(stage.root, name), 'utf8')),
  )
  expect(Object.values(theirs.d1_databases)).toHaveLength(2)
  for (const id of Object.values(own.d1_databases)) expect(Object.values(theirs.d1_databases)).not.toContain(id)
  const secretsOf = (name: string) => stage.cloudflare.account.scripts.get(name)?.secrets.get('TOKEN_KEYS')
  expect(secretsOf('switchyard-api-staging')).toBe(secretsOf('switchyard-runner-staging'))
  expect(secretsOf('switchyard-api-staging')).not.toBe(secretsOf('switchyard-api'))
  expect(existsSync(join(stage.root, 'deployment.staging.secrets.env'))).toBe(true)
})

test('a live key of Stripe is refused for staging', { timeout: LONG }, async () => {
  const refusal = await stage.deploy({ environment: 'staging', env: STRIPE })
  expect(refusal).toContain("STRIPE_SECRET_KEY: is a live key, but staging sells in Stripe's test mode only.")
})

test("production's address is refused for staging", { timeout: LONG }, async () => {
  const env = { SITE_ORIGIN: 'https://switchyard.pages.dev' }
  expect(await stage.deploy({ environment: 'staging', env })).toContain('is the address of production')
})
