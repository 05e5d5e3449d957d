import { join } from 'node:path'
import { expect, test } from 'vitest'
import { experimental_readRawConfig } from 'wrangler'
import { readSettings } from '../../../worker/system/context/env.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { ROOT } from '../../processes/run.ts'
import { deployedConfig, queuesOf } from './deployed-config.ts'
import type { DeploymentFile } from './deployment-file.ts'

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
