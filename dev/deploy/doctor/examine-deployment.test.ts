import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deployedFixture } from '../account/deployed.fixture.ts'
import type { Deployed } from '../account/read-deployed.ts'
import { deployedConfig } from '../config/deployed-config.ts'
import { readDeploymentFile } from '../config/deployment-file.ts'
import { deploymentStage } from '../deployment-stage.fixture.ts'
import { examineDeployed, examineDeployment } from './examine-deployment.ts'
import { describeFindings } from './finding.ts'

test('says of an empty account what a deployment would make', async () => {
  const { root, account, cloudflare, close } = await deploymentStage()
  onTestFinished(close)
  const config = deployedConfig(root, readDeploymentFile(root))
  const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
  const said = describeFindings(await examineDeployment(root, account, config))
  for (const missing of [
    'to do: wrangler d1 create switchyard',
    'to do: wrangler queues create switchyard-jobs-dead',
    'the secret TOKEN_KEYS is missing',
    `switchyard lacks ${migrations.length} migrations: ${migrations.join(', ')}`,
    'the Worker switchyard-runner is not deployed',
    'the Worker switchyard-api is not deployed',
    'the pages are not deployed',
  ])
    expect(said).toContain(`✗ ${missing}`)
  expect(cloudflare.account.made).toEqual([])
})

const { config, deployed, runner } = deployedFixture()
const open = (changed: Partial<Deployed>) =>
  examineDeployed(config, { ...deployed, ...changed }).filter(({ state }) => state === 'open')

test('finds nothing open where all is deployed', () => {
  expect(open({})).toEqual([])
})

test('finds Workers with different databases', () => {
  const resources = new Map([['DB', 'restored']])
  expect(open({ runner: { ...runner, resources } })).toMatchObject([
    { what: 'DB is d1 in switchyard-api, but restored in switchyard-runner: Applets would run on other data' },
  ])
})

test('finds a Runner that went back alone', () => {
  const active = { id: 'older', hash: 'a'.repeat(20), runnerHash: null }
  expect(open({ runner: { ...runner, active } })).toMatchObject([
    { what: expect.stringContaining('switchyard-runner is older than the release') },
  ])
})

test('finds a queue that was paused for a restore', () => {
  const queues = deployed.queues.map((queue) => ({ ...queue, isPaused: queue.name === 'switchyard-jobs' }))
  expect(open({ queues })).toMatchObject([
    {
      what: 'the delivery of switchyard-jobs is paused',
      mend: 'npm run wrangler -- queues resume-delivery switchyard-jobs',
    },
  ])
})
