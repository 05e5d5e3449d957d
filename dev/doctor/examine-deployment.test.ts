import { expect, test } from 'vitest'
import { TOKEN } from '../cloudflare/start-cloudflare.ts'
import { deployedConfig } from '../deployment/config/deployed-config.ts'
import { readDeploymentFile } from '../deployment/config/deployment-file.ts'
import { deploymentStage } from '../deployment/deployment-stage.fixture.ts'
import { openAccount } from '../deployment/account/open-account.ts'
import { examineDeployment } from './examine-deployment.ts'
import { describeFindings } from './finding.ts'

type Stage = Awaited<ReturnType<typeof deploymentStage>>

async function findingsAt({ product, processEnv, site }: Stage) {
  const config = deployedConfig(product.root, readDeploymentFile(product.root))
  return examineDeployment(product.root, await openAccount(processEnv, TOKEN), config, site.origin)
}

// §D31-14
test('says of an empty account what a deployment would make', async () => {
  const stage = await deploymentStage()
  const said = describeFindings(await findingsAt(stage))
  for (const missing of [
    'to do: make the D1 database switchyard',
    'to do: make the queue switchyard-jobs-dead',
    'the secret TOKEN_KEYS is missing',
    'switchyard lacks 2 migrations',
    'the Worker switchyard-api is not deployed',
    'the pages are not deployed',
  ])
    expect(said).toContain(`✗ ${missing}`)
  expect(stage.cloudflare.account.made).toEqual([])
})

// §D31-14
test('finds what was taken away from a deployed product', { timeout: 300_000, tags: ['long'] }, async () => {
  const stage = await deploymentStage()
  await stage.deploy()
  expect((await findingsAt(stage)).filter(({ state }) => state === 'open')).toEqual([])
  const { queues, scripts, databases } = stage.cloudflare.account
  for (const queue of queues.values()) queue.consumers.length = 0
  for (const { info, sql } of databases.values())
    if (info.name === 'switchyard') sql.exec('delete from d1_migrations where id = 2')
  const script = scripts.get('switchyard-api')
  script?.schedules.pop()
  script?.secrets.delete('TOKEN_KEYS')
  if (script) script.workersDev.enabled = true
  const open = (await findingsAt(stage)).filter(({ state }) => state === 'open').map(({ what }) => what)
  expect(open).toEqual([
    'switchyard lacks 1 migrations: 0001_last.sql',
    'the secret TOKEN_KEYS is missing (encrypts stored tokens)',
    'cron triggers are missing: 12-59/15 * * * *',
    'nobody consumes switchyard-jobs, switchyard-jobs-dead',
    'the Worker has an address of its own, though it trusts the headers of the pages',
  ])
})
