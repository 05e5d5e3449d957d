import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WranglerConfig } from '../config/deployed-config.ts'
import { readWorker, type DeployedWorker } from '../account/read-deployed.ts'
import type { CloudflareAccount } from '../account/open-account.ts'
import { doUnlessDone, type Wrangler } from '../account/run-deploy-command.ts'
import { versionMessage } from '../account/version-message.ts'

export type Upload = {
  root: string
  account: CloudflareAccount
  wrangler: Wrangler
  config: WranglerConfig
  /** The merged config's file. */
  configFile: string
  bundle: string
  hash: string
  /** The Runner's Worker that the API Worker calls. */
  runnerHash?: string
  /** What the Worker lacks, by name. */
  secrets: Record<string, string>
}

/** Whether the version that answers is this bundle, with all secrets that are given. */
export function isCurrentVersion(
  worker: DeployedWorker | null,
  hash: string,
  secrets: readonly string[],
): worker is DeployedWorker {
  return worker?.active?.hash === hash && secrets.every((name) => worker.secrets.has(name))
}

/** What an upload does besides the code: its schedules, its queues, and that it has no address of its own. */
export function hasTriggers(
  worker: DeployedWorker,
  config: WranglerConfig,
  queues: readonly { name: string; consumers: string[] }[],
): boolean {
  const crons = config.triggers?.crons ?? []
  const consumers = config.queues?.consumers ?? []
  return (
    !worker.hasAddress &&
    crons.length === worker.crons.length &&
    crons.every((cron) => worker.crons.includes(cron)) &&
    consumers.every(({ queue }) => queues.find(({ name }) => name === queue)?.consumers.includes(config.name))
  )
}

/** Deploys the bundle with its missing secrets in one version, so that no version runs without them. */
export async function uploadWorker(upload: Upload): Promise<boolean> {
  const { account, wrangler, config, configFile, bundle, hash, runnerHash, secrets } = upload
  const names = Object.keys(secrets)
  return doUnlessDone(
    async () => isCurrentVersion(await readWorker(account, config.name), hash, names),
    async () => {
      const worker = await readWorker(account, config.name)
      const missing = Object.fromEntries(Object.entries(secrets).filter(([name]) => !worker?.secrets.has(name)))
      // Uploaded before a crash, but not deployed.
      if (worker?.newest && worker.newest.hash === hash && Object.keys(missing).length === 0)
        return wrangler(['versions', 'deploy', `${worker.newest.id}@100%`, '--yes', '--config', configFile])
      await withSecretsFile(upload.root, missing, (given) =>
        wrangler([
          'deploy',
          bundle,
          '--no-bundle',
          '--config',
          configFile,
          '--tag',
          hash,
          '--message',
          versionMessage(hash, runnerHash),
          ...given,
        ]),
      )
    },
  )
}

/** Not as arguments, which every process of the machine can read. A file that a killed run left is replaced. */
async function withSecretsFile(
  root: string,
  secrets: Record<string, string>,
  work: (args: string[]) => Promise<void>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return work([])
  const file = join(root, 'out', 'deployment', 'secrets.json')
  rmSync(file, { force: true })
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    await work(['--secrets-file', file])
  } finally {
    rmSync(file, { force: true })
  }
}
