import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { found } from '../../cloudflare/api-envelope.ts'
import { openAccount } from '../account/open-account.ts'
import { wranglerFor } from '../account/run-deploy-command.ts'
import type { WranglerConfig } from '../config/deployed-config.ts'
import type { deploymentStage } from '../deployment-stage.fixture.ts'
import { TOKEN } from '../../cloudflare/start-cloudflare.ts'
import { made } from './test-secrets.ts'

const OLDER_API = `class Runner {}
class Host {}
class Source {}
export { Host, Runner, Source }
export default { fetch: (request, env) => Response.json({ ok: true, version: env.VERSION.id }), queue() {}, scheduled() {} }
`
const MIGRATIONS = [
  { tag: 'v1', new_sqlite_classes: ['Runner', 'Host'] },
  { tag: 'v2', new_sqlite_classes: ['Source'] },
]

/**
 * Makes the account one that has an older release, whose API Worker has the Durable Objects itself. Returns the ids of
 * their namespaces by class.
 */
export async function deployOlderRelease(
  stage: Awaited<ReturnType<typeof deploymentStage>>,
): Promise<Map<string, string>> {
  const { cloudflare, product, processEnv } = stage
  await stage.deploy()
  const { scripts, queues } = cloudflare.account
  scripts.clear()
  for (const queue of queues.values()) queue.consumers.length = 0
  const folder = join(product.root, 'out', 'deployment')
  const config: WranglerConfig = JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8'))
  const bindings = config.durable_objects?.bindings.map(({ name, class_name }) => ({ name, class_name }))
  const older = { ...config, services: [], durable_objects: { bindings }, migrations: MIGRATIONS }
  const [file, bundle, secrets] = ['older.json', 'older.js', 'older-secrets.json'].map((name) => join(folder, name))
  writeFileSync(file ?? '', JSON.stringify(older))
  writeFileSync(bundle ?? '', OLDER_API)
  writeFileSync(secrets ?? '', JSON.stringify(made))
  const wrangler = wranglerFor(await openAccount(processEnv, TOKEN), product.root, processEnv)
  await wrangler(['deploy', bundle ?? '', '--no-bundle', '--config', file ?? '', '--secrets-file', secrets ?? ''])
  const { classes } = found(scripts.get(config.name), 10007, 'The older release is not deployed.')
  return new Map(classes)
}
