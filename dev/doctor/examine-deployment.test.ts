import { expect, test } from 'vitest'
import { TOKEN } from '../cloudflare/start-cloudflare.ts'
import { deployedConfig, writeDeployedConfig } from '../deployment/config/deployed-config.ts'
import { readDeploymentFile } from '../deployment/config/deployment-file.ts'
import { deploymentStage } from '../deployment/deployment-stage.fixture.ts'
import { openAccount } from '../deployment/account/open-account.ts'
import { wranglerFor } from '../deployment/account/run-deploy-command.ts'
import { writeBuild } from '../deployment/testing/small-product.ts'
import { examineDeployment } from './examine-deployment.ts'
import { describeFindings } from './finding.ts'

type Stage = Awaited<ReturnType<typeof deploymentStage>>

async function findingsAt({ product, processEnv, site }: Stage) {
  const config = deployedConfig(product.root, readDeploymentFile(product.root))
  return examineDeployment(product.root, await openAccount(processEnv, TOKEN), config, site.origin)
}

test('says of an empty account what a deployment would make', async () => {
  const stage = await deploymentStage()
  const said = describeFindings(await findingsAt(stage))
  for (const missing of [
    'to do: make the D1 database switchyard',
    'to do: make the queue switchyard-jobs-dead',
    'the secret TOKEN_KEYS is missing',
    'switchyard lacks 1 migrations',
    'the Worker switchyard-runner is not deployed',
    'the Worker switchyard-api is not deployed',
    'the pages are not deployed',
  ])
    expect(said).toContain(`✗ ${missing}`)
  expect(stage.cloudflare.account.made).toEqual([])
})

test('finds what was taken away from a deployed product', { timeout: 300_000, tags: ['long'] }, async () => {
  const stage = await deploymentStage()
  await stage.deploy()
  expect((await findingsAt(stage)).filter(({ state }) => state === 'open')).toEqual([])
  const { queues, scripts, databases } = stage.cloudflare.account
  for (const queue of queues.values()) queue.consumers.length = 0
  for (const { info, sql } of databases.values())
    if (info.name === 'switchyard') sql.exec('delete from d1_migrations where id = 1')
  const script = scripts.get('switchyard-api')
  script?.schedules.pop()
  script?.secrets.delete('TOKEN_KEYS')
  if (script) script.workersDev.enabled = true
  const open = (await findingsAt(stage)).filter(({ state }) => state === 'open').map(({ what }) => what)
  expect(open).toEqual([
    'switchyard lacks 1 migrations: 0000_init.sql',
    'switchyard-api lacks the secret TOKEN_KEYS, which the other Worker has',
    'cron triggers are missing: 12-59/15 * * * *',
    'nobody consumes switchyard-jobs, switchyard-jobs-dead',
    'the Worker has an address of its own, though it trusts the headers of the pages',
  ])
})

const open = async (stage: Stage) =>
  (await findingsAt(stage)).filter(({ state }) => state === 'open').map(({ what }) => what)

test('finds Workers with other keys, or another database', { timeout: 300_000, tags: ['long'] }, async () => {
  const stage = await deploymentStage()
  await stage.deploy()
  const runner = stage.cloudflare.account.scripts.get('switchyard-runner')
  const [version] = runner?.versions ?? []
  const database = version?.bindings.find(({ name }) => name === 'DB')
  const own = database?.['id']
  if (database) database['id'] = 'restored'
  expect(await open(stage)).toEqual([
    `DB is ${String(own)} in switchyard-api, but restored in switchyard-runner: Applets would run on other data`,
  ])
  if (database) database['id'] = own
  const { client, account_id } = await openAccount(stage.processEnv, TOKEN)
  const secret = { account_id, name: 'TOKEN_KEYS', type: 'secret_text' as const }
  const text = `k9:${Buffer.alloc(32).toString('base64')}`
  await client.workers.scripts.secrets.update('switchyard-runner', { ...secret, text })
  expect(await open(stage)).toEqual([
    expect.stringContaining('/api/health says: The two Workers have different values of TOKEN_KEYS.'),
  ])
})

test('finds a Runner that went back alone', { timeout: 300_000, tags: ['long'] }, async () => {
  const stage = await deploymentStage()
  await stage.deploy()
  const runner = stage.cloudflare.account.scripts.get('switchyard-runner')
  const first = runner?.versions[0]?.id ?? ''
  writeBuild(stage.product, 'second')
  await stage.deploy()
  expect(await open(stage)).toEqual([])
  const config = deployedConfig(stage.product.root, readDeploymentFile(stage.product.root))
  const { runnerFile } = writeDeployedConfig(stage.product.root, config, stage.product.pages)
  const wrangler = wranglerFor(await openAccount(stage.processEnv, TOKEN), stage.product.root, stage.processEnv)
  await wrangler([
    'rollback',
    first,
    '--name',
    'switchyard-runner',
    '--config',
    runnerFile,
    '--yes',
    '--message',
    'back',
  ])
  expect(await open(stage)).toEqual([expect.stringContaining('switchyard-runner is older than the release')])
})

test('finds a queue that was paused for a restore', { timeout: 300_000, tags: ['long'] }, async () => {
  const stage = await deploymentStage()
  await stage.deploy()
  const wrangler = wranglerFor(await openAccount(stage.processEnv, TOKEN), stage.product.root, stage.processEnv)
  await wrangler(['queues', 'pause-delivery', 'switchyard-jobs'])
  const resume = 'npm run wrangler -- queues resume-delivery switchyard-jobs'
  const found = (await findingsAt(stage)).filter(({ state }) => state === 'open')
  expect(found).toEqual([{ state: 'open', what: 'the delivery of switchyard-jobs is paused', mend: resume }])
  await wrangler(['queues', 'resume-delivery', 'switchyard-jobs'])
  expect(await open(stage)).toEqual([])
})
