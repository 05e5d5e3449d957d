import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { experimental_readRawConfig } from 'wrangler'
import { readSettings } from '../../../worker/system/context/env.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { ROOT } from '../../processes/run.ts'
import { deployedConfig, deployedConfigFile, queuesOf, type DeployedConfig } from './deployed-config.ts'
import { writeDeploymentFile, type DeploymentFile } from './deployment-file.ts'

const empty: DeploymentFile = { names: {}, vars: {}, d1_databases: {}, kv_namespaces: {} }

test("the operator's ids and settings go over those of wrangler.toml", () => {
  const { worker, runner, pages } = deployedConfig(ROOT, {
    ...empty,
    account_id: 'a1',
    vars: { SITE_ORIGIN: 'https://applets.test' },
    d1_databases: { DB: 'd1' },
    kv_namespaces: { CACHE: 'k1' },
  })
  expect(worker.account_id).toBe('a1')
  expect(worker.vars).toMatchObject({ SITE_ORIGIN: 'https://applets.test', RENEWAL_NOTICE_DAYS: '30' })
  for (const { d1_databases } of [worker, runner])
    expect(d1_databases?.find(({ binding }) => binding === 'DB')?.database_id).toBe('d1')
  expect([worker.kv_namespaces, pages.kv_namespaces]).toEqual([
    [{ binding: 'CACHE', id: 'k1' }],
    [{ binding: 'CACHE', id: 'k1' }],
  ])
})

test('what was never deployed from here cannot be reached', () => {
  const root = temporaryFolder()
  for (const path of ['wrangler.toml', 'wrangler.runner.toml', 'web/wrangler.toml'])
    cpSync(join(ROOT, path), join(root, path))
  expect(() => deployedConfigFile(root, 'staging')).toThrow(/has no id of DB: `npm run deploy` writes/)
  writeDeploymentFile(root, { ...empty, environment: 'staging', d1_databases: { DB: 'd1' } })
  expect(deployedConfigFile(root, 'staging')).toBe(join(root, 'out/deployment-staging/wrangler.json'))
})

test.each([
  [{}, 'workers-ai', { binding: 'AI' }],
  [{ AI_PROVIDER: '' }, 'workers-ai', { binding: 'AI' }],
  [{ AI_PROVIDER: 'off' }, 'off', undefined],
  [{ AI_PROVIDER: 'openai' }, 'openai', undefined],
])('with %j the deployed language model is %s', (vars, provider, ai) => {
  const { worker, runner } = deployedConfig(ROOT, { ...empty, vars })
  expect([worker.vars?.['AI_PROVIDER'], worker.ai]).toEqual([provider, ai])
  expect(runner.ai).toBeUndefined()
})

test('the file that tests and this machine read binds no language model', () => {
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, 'wrangler.toml') })
  expect([rawConfig.ai, rawConfig.vars?.['AI_PROVIDER']]).toEqual([undefined, undefined])
})

test('an id of zeros counts as none', () => {
  const { worker } = deployedConfig(ROOT, empty)
  for (const database of worker.d1_databases ?? []) expect(database.database_id).toBeUndefined()
})

test('another name reaches all that refers to it', () => {
  const { worker, pages } = deployedConfig(ROOT, {
    ...empty,
    names: { 'switchyard-api': 'acme-api', 'switchyard-jobs': 'acme-jobs' },
  })
  expect([worker.name, pages.services?.[0]?.service]).toEqual(['acme-api', 'acme-api'])
  expect(queuesOf(worker)).toEqual(['acme-jobs', 'switchyard-jobs-dead'])
})

test('the Worker is told what the dead-letter queue is called', () => {
  const { worker } = deployedConfig(ROOT, { ...empty, names: { 'switchyard-jobs-dead': 'acme-dead' } })
  expect(queuesOf(worker)).toEqual(['switchyard-jobs', 'acme-dead'])
  expect(worker.vars).toMatchObject({ DEAD_LETTER_QUEUE: 'acme-dead' })
})

test("the Worker's default is the dead-letter queue of wrangler.toml", () => {
  const [, dead] = queuesOf(deployedConfig(ROOT, empty).worker)
  const { settings } = readSettings({ ...LOCAL_SETTINGS, SITE_ORIGIN: 'http://localhost:8788' })
  expect(settings?.DEAD_LETTER_QUEUE).toBe(dead)
})

test('all names and rate limiters of staging are its own', () => {
  const named = (config: DeployedConfig) => {
    const { worker, runner, pages } = config
    return [
      ...[worker, runner, pages].map(({ name }) => name),
      ...queuesOf(worker),
      ...[...(worker.services ?? []), ...(pages.services ?? [])].map(({ service }) => service),
      ...(worker.d1_databases ?? []).map(({ database_name }) => database_name),
      ...(worker.ratelimits ?? []).map(({ namespace_id }) => namespace_id),
    ]
  }
  const [production, staging] = [
    named(deployedConfig(ROOT, empty)),
    named(deployedConfig(ROOT, { ...empty, environment: 'staging' })),
  ]
  expect(staging).toHaveLength(production.length)
  expect(staging.filter((name) => production.includes(name))).toEqual([])
  expect(staging).toContain('switchyard-api-staging')
  expect(staging).toContain('7101')
})

test("staging's Worker finds its objects and no binding has another name", () => {
  const { worker } = deployedConfig(ROOT, { ...empty, environment: 'staging' })
  expect(JSON.stringify(worker)).toContain(
    '"name":"RUNNER","class_name":"Runner","script_name":"switchyard-runner-staging"',
  )
  expect(worker.ratelimits?.map(({ name }) => name)).toContain('CALLS')
  expect(worker.vars).toMatchObject({ DEAD_LETTER_QUEUE: 'switchyard-jobs-dead-staging' })
})

test('names in deployment.staging.json are given by the names of staging', () => {
  const names = { 'switchyard-api-staging': 'acme-try' }
  expect(deployedConfig(ROOT, { ...empty, names, environment: 'staging' }).worker.name).toBe('acme-try')
})
