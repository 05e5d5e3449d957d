import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOKEN, startCloudflare } from '../stand-ins/cloudflare/start-cloudflare.ts'
import { serveDeployed } from '../stand-ins/cloudflare/serve-deployed.ts'
import { nameSuffix, type Environment } from '../processes/environment.ts'
import { ROOT } from '../processes/run.ts'
import { openAccount } from './account/cloudflare-api.ts'

type Run = { environment?: Environment; env?: Record<string, string>; killedAt?: (request: Request) => boolean }

/** An empty account at the stand-in, a folder with the product's configs, migrations and build, and what is served of it. */
export async function deploymentStage() {
  const cloudflare = await startCloudflare()
  const [site, staging] = [
    await serveDeployed(cloudflare.account, { worker: 'switchyard-api', project: 'switchyard' }),
    await serveDeployed(cloudflare.account, { worker: 'switchyard-api-staging', project: 'switchyard-staging' }),
  ]
  const root = mkdtempSync(join(tmpdir(), 'switchyard-deploy-'))
  for (const path of [
    'wrangler.toml',
    'wrangler.runner.toml',
    'web/wrangler.toml',
    'web/dist',
    'out/api',
    'out/runner',
  ])
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  for (const [, folder = ''] of toml.matchAll(/^migrations_dir = "([^"]+)"/gm))
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  const access = { CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN }
  const processEnv = { ...process.env, ...access, WRANGLER_LOG_PATH: join(root, 'logs') }
  return {
    root,
    cloudflare,
    site,
    processEnv,
    account: await openAccount(access),
    /** All that the account has by these names, with versions, secrets and counts of what D1 was told. */
    stateOf(isTheirs: (name: string) => boolean): string {
      const { databases, namespaces, queues, scripts, projects } = cloudflare.account
      return JSON.stringify(
        [
          [...databases.values()].map(({ info, history }) => [info.name, info.uuid, history.length]),
          [...namespaces.values()].map(({ id, title }) => [title, id]),
          [...queues.values()].map(({ queue_name, queue_id, consumers }) => [queue_name, queue_id, consumers]),
          [...scripts.values()].map(({ name, versions, secrets }) => [
            name,
            versions.map(({ id }) => id),
            [...secrets],
          ]),
          [...projects.values()].map(({ name, deployments }) => [name, deployments.map(({ info }) => info.id)]),
        ].map((kind) => kind.filter(([name]) => isTheirs(String(name)))),
      )
    },
    /** Deploys in a process group of its own, which dies with wrangler at that call. Returns what it said. */
    async deploy({ environment = 'production', env = {}, killedAt }: Run = {}): Promise<string> {
      const script = join(import.meta.dirname, 'deploy-process.fixture.ts')
      const at = environment === 'staging' ? staging.origin : site.origin
      const siteOrigin = `https://switchyard${nameSuffix(environment)}.pages.dev`
      const child = spawn(process.execPath, [script, root, at, '--env', environment], {
        env: { ...processEnv, SITE_ORIGIN: siteOrigin, ...env },
        detached: true,
      })
      if (killedAt)
        cloudflare.setFault((_, request) => {
          if (!killedAt(request) || child.pid === undefined) return null
          process.kill(-child.pid, 'SIGKILL')
          return 'lost'
        })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await once(child, 'close')
      if (killedAt) cloudflare.setFault(() => null)
      return said
    },
    async close() {
      await site.close()
      await staging.close()
      await cloudflare.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
