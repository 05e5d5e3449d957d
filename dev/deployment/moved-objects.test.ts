import { expect, test } from 'vitest'
import { deployedConfig } from './config/deployed-config.ts'
import { withMovedObjects } from './config/move-objects.ts'
import { deploymentStage } from './deployment-stage.fixture.ts'
import { openAccount } from './account/open-account.ts'
import { wranglerFor } from './account/run-deploy-command.ts'
import { TOKEN } from '../cloudflare/start-cloudflare.ts'
import { ROOT } from '../processes/run.ts'
import { deployOlderRelease } from './testing/older-release.ts'
import { made } from './testing/test-secrets.ts'

const LONG = { timeout: 300_000, tags: ['long'] }
const SITE = { SITE_ORIGIN: 'https://switchyard.pages.dev' }

test("an older release's objects move to the Runner's Worker with their rows", LONG, async () => {
  const stage = await deploymentStage()
  const before = await deployOlderRelease(stage)
  const said = await stage.deploy()
  const { scripts } = stage.cloudflare.account
  // A namespace is where all that its objects store lies.
  expect(scripts.get('switchyard-runner')?.classes).toEqual(before)
  expect(scripts.get('switchyard-api')?.classes).toEqual(new Map())
  expect(said).toContain('the migration of Durable Objects')
  expect(await stage.deploy()).toContain('Nothing to deploy')
})

test('asks for the secrets that an older release keeps to itself', LONG, async () => {
  const stage = await deploymentStage()
  await deployOlderRelease(stage)
  const before = [...stage.cloudflare.account.made]
  const refusal = await stage.deploy({ env: SITE }).catch(String)
  for (const name of ['SECRET_KEY', 'TOKEN_KEYS'])
    expect(refusal).toContain(`  ${name}: is missing in one of the Workers (the value that the other Worker has`)
  expect(stage.cloudflare.account.made).toEqual(before)
  const asked: string[] = []
  const askHidden = async (what: string) => {
    asked.push(what.split(' ')[0] ?? '')
    return what.startsWith('TOKEN_KEYS') ? made.TOKEN_KEYS : made.SECRET_KEY
  }
  await stage.deploy({ env: SITE, operator: { ask: async () => '', askHidden, confirm: async () => true } })
  expect(asked).toEqual(['SECRET_KEY', 'TOKEN_KEYS'])
})

test('moves only the classes that the API Worker had by then', () => {
  const { runner } = deployedConfig(ROOT, { names: {}, vars: {}, d1_databases: {}, kv_namespaces: {} })
  const moved = (name: string) => ({ from: name, from_script: 'acme-api', to: name })
  expect(withMovedObjects(runner, { name: 'acme-api', tag: 'v1' }).migrations).toEqual([
    { tag: 'v1', transferred_classes: ['Runner', 'Host'].map(moved), new_sqlite_classes: ['Source'] },
  ])
  expect(withMovedObjects(runner, { name: 'acme-api', tag: 'v2' }).migrations).toEqual([
    { tag: 'v1', transferred_classes: ['Runner', 'Host', 'Source'].map(moved) },
  ])
})

test("the API Worker is refused before the Runner's Worker", LONG, async () => {
  const stage = await deploymentStage()
  await deployOlderRelease(stage)
  const { scripts } = stage.cloudflare.account
  const wrangler = wranglerFor(await openAccount(stage.processEnv, TOKEN), stage.product.root, stage.processEnv)
  const config = `${stage.product.root}/out/deployment/wrangler.json`
  const deployApi = () => wrangler(['deploy', stage.product.bundles.api, '--no-bundle', '--config', config])
  await expect(deployApi()).rejects.toThrow(/switchyard-runner/)
  expect(scripts.get('switchyard-api')?.versions).toHaveLength(1)
})
