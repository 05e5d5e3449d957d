import { bundleHash } from './bundle-hash.ts'
import { connectDomain, hostToConnect } from '../account/connect-domain.ts'
import { deployedConfig, writeDeployedConfig } from '../config/deployed-config.ts'
import { readDeploymentFile } from '../config/deployment-file.ts'
import type { DatabasePlan } from '../account/find-conflicts.ts'
import type { CloudflareAccount } from '../account/open-account.ts'
import { refreshStatistics } from '../account/database-migrations.ts'
import { readDeployed, readPages, readWorker, type Deployed } from '../account/read-deployed.ts'
import { doUnlessDone, type Wrangler } from '../account/run-deploy-command.ts'
import type { SecretsOfWorkers } from '../secrets/gather-settings.ts'
import { uploadPages } from './upload-pages.ts'
import { hasTriggers, isCurrentVersion, uploadWorker, type Upload } from './upload-worker.ts'
import { catalogText, writeCatalog } from './write-catalog.ts'

/** The built Workers' files. */
export type Bundles = { api: string; runner: string }

type Release = {
  root: string
  bundles: Bundles
  pages: string
  account: CloudflareAccount
  wrangler: Wrangler
  before: Deployed
  databases: readonly DatabasePlan[]
  /** What each Worker lacks, by name. */
  secrets: SecretsOfWorkers
  say: (line: string) => void
}

/**
 * Deploys the tables and the catalog before the Workers that read them, the Runner's Worker before the API's, whose
 * bindings lead there, and that one before the pages. Each step looks first. All resources are there.
 */
export async function releaseBuild({
  root,
  bundles,
  pages,
  account,
  wrangler,
  before,
  databases,
  secrets,
  say,
}: Release) {
  const config = deployedConfig(root, readDeploymentFile(root))
  const { workerFile, runnerFile, pagesFolder } = writeDeployedConfig(root, config, pages)
  const catalog = catalogText(config.worker.vars ?? {})
  const hash = bundleHash(bundles.api, JSON.stringify(config.worker), catalog)
  const runnerHash = bundleHash(bundles.runner, JSON.stringify(config.runner))
  const onDatabase = (command: string[]) =>
    untilDone(() => wrangler(['d1', ...command, '--remote', '--config', workerFile]))

  for (const { binding, name, pending } of databases) {
    if (pending.length === 0) continue
    say(`→ apply ${pending.length} migrations to ${name}`)
    await onDatabase(['migrations', 'apply', binding])
  }
  if (
    !isCurrentVersion(before.worker, hash, Object.keys(secrets.api)) ||
    !isCurrentVersion(before.runner, runnerHash, Object.keys(secrets.runner))
  ) {
    // Not only where migrations were pending: the run that applied them may have been stopped right after.
    for (const { database_id } of config.worker.d1_databases ?? [])
      if (database_id !== undefined) await refreshStatistics(account, database_id)
    say('→ write the catalog of services, deploy the Workers')
    await onDatabase(['execute', 'DB', '--yes', '--file', writeCatalog(root, catalog)])
  }
  const deployWorker = async (
    worker: 'worker' | 'runner',
    upload: Pick<Upload, 'bundle' | 'hash' | 'runnerHash' | 'secrets'>,
  ) => {
    const configFile = worker === 'runner' ? runnerFile : workerFile
    const isNew = await uploadWorker({ root, account, wrangler, config: config[worker], configFile, ...upload })
    await doUnlessDone(
      async () => {
        const now = await readDeployed(account, config)
        return now[worker] !== null && hasTriggers(now[worker], config[worker], now.queues)
      },
      () => wrangler(['triggers', 'deploy', '--config', configFile]),
    )
    return isNew
  }
  const newRunner = await deployWorker('runner', {
    bundle: bundles.runner,
    hash: runnerHash,
    secrets: secrets.runner,
  })
  const newWorker = await deployWorker('worker', { bundle: bundles.api, hash, runnerHash, secrets: secrets.api })
  const project = config.pages.name
  const pagesHash = bundleHash(pages, JSON.stringify(config.pages))
  if (before.pages?.active?.hash !== pagesHash) say('→ deploy the pages')
  const newPages = await uploadPages({ account, wrangler, project, folder: pagesFolder, hash: pagesHash })
  return {
    newWorker,
    newRunner,
    newPages,
    versions: {
      api: (await readWorker(account, config.worker.name))?.active?.id ?? '',
      runner: (await readWorker(account, config.runner.name))?.active?.id ?? '',
    },
    origin: await openSite(account, project, String(config.worker.vars?.['SITE_ORIGIN']), say),
    objectsChanged: before.runner?.migrationTag !== config.runner.migrations?.at(-1)?.tag,
  }
}

/** Work that looks itself, and does only what is missing. */
function untilDone(work: () => Promise<void>): Promise<boolean> {
  return doUnlessDone(async () => false, work)
}

/** Where the site answers: at its own domain once Cloudflare says so, else at the project's. */
async function openSite(account: CloudflareAccount, project: string, siteOrigin: string, say: (line: string) => void) {
  const pages = await readPages(account, project)
  if (!pages || !hostToConnect(siteOrigin, pages)) return siteOrigin
  const { isActive } = await connectDomain(account, project, pages.subdomain, siteOrigin, say)
  return isActive ? siteOrigin : `https://${pages.subdomain}`
}
