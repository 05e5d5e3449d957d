import { expect, test } from 'vitest'
import { deploymentStage } from '../deployment-stage.fixture.ts'
import { describeRollback } from './describe-rollback.ts'
import { openAccount } from '../account/open-account.ts'
import { rollBack } from './roll-back.ts'
import { wranglerFor } from '../account/run-deploy-command.ts'
import { writeBuild } from '../testing/small-product.ts'
import { TOKEN } from '../../cloudflare/start-cloudflare.ts'

const before = { worker: 'w1', runner: 'r1', pages: 'p1' }

test('names what going back does not undo', () => {
  const said = describeRollback({
    before,
    uploaded: { worker: true, runner: true, pages: true },
    migrations: ['switchyard 0015_more.sql'],
    objectsChanged: true,
  }).join('\n')
  expect(said).toContain('npm run deploy -- --rollback-pages p1 --rollback-worker w1 --rollback-runner r1')
  expect(said).toContain('migrations of D1 (switchyard 0015_more.sql)')
  expect(said).toContain('Cloudflare refuses to go back')
})

test('goes back only with what was uploaded', () => {
  const change = { before, migrations: [], objectsChanged: false }
  const [worker = ''] = describeRollback({ ...change, uploaded: { worker: true, runner: false, pages: false } })
  expect(worker).toBe('To go back: npm run deploy -- --rollback-worker w1')
  expect(describeRollback({ ...change, uploaded: { worker: false, runner: false, pages: false } })).toEqual([])
})

test('goes back to the build before', { timeout: 300_000, tags: ['long'] }, async () => {
  const { cloudflare, deploy, product, processEnv, site } = await deploymentStage()
  await deploy()
  writeBuild(product, 'second')
  const targets = /--rollback-pages (\S+) --rollback-worker (\S+) --rollback-runner (\S+)/
  const [, pages, worker, runner] = targets.exec(await deploy()) ?? []
  const account = await openAccount(processEnv, TOKEN)
  await rollBack({
    account,
    wrangler: wranglerFor(account, product.root, processEnv),
    workers: {
      worker: { name: 'switchyard-api', configFile: `${product.root}/out/deployment/wrangler.json` },
      runner: { name: 'switchyard-runner', configFile: `${product.root}/out/deployment/wrangler.runner.json` },
    },
    project: 'switchyard',
    worker,
    runner,
    pages,
  })
  expect(cloudflare.account.made.slice(-3)).toEqual([
    'pages rollback switchyard',
    'deployment switchyard-api',
    'deployment switchyard-runner',
  ])
  expect(await (await fetch(`${site.origin}/api/health`)).json()).toMatchObject({
    ok: true,
    version: worker,
    runner_version: runner,
  })
  expect(await (await fetch(site.origin)).text()).toContain('/assets/first.js')
})
