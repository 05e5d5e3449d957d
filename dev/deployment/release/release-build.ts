import { bundleHash } from './bundle-hash.ts'
import { connectDomain, hostToConnect } from '../account/connect-domain.ts'
import { deployedConfig, writeDeployedConfig } from '../config/deployed-config.ts'
import { readDeploymentFile } from '../config/deployment-file.ts'
import type { DatabasePlan } from '../account/find-conflicts.ts'
import type { CloudflareAccount } from '../account/open-account.ts'
import { refreshStatistics } from '../account/database-migrations.ts'
import { readDeployed, readPages, readWorker, type Deployed } from '../account/read-deployed.ts'
import { doUnlessDone, type Wrangler } from '../account/run-deploy-command.ts'
import { uploadPages } from './upload-pages.ts'
import { hasTriggers, isCurrentVersion, uploadWorker } from './upload-worker.ts'
import { catalogText, writeCatalog } from './write-catalog.ts'

type Release = {
  root: string
  bundle: string
  pages: string
  account: CloudflareAccount
  wrangler: Wrangler
  before: Deployed
  databases: readonly DatabasePlan[]
  secrets: Record<string, string>
  say: (line: string) => void
}

/**
 * Deploys the tables and the catalog before the Worker that reads them, and the Worker before the pages. Each step
 * looks first. All resources are there.
 */
export async function releaseBuild({
  root,
  bundle,
  pages,
  account,
  wrangler,
  before,
  databases,
  secrets,
  say,
}: Release) {
  const config = deployedConfig(root, readDeploymentFile(root))
  const { workerFile, pagesFolder } = writeDeployedConfig(root, config, pages)
  const catalog = catalogText(config.worker.vars ?? {})
  const hash = bundleHash(bundle, JSON.stringify(config.worker), catalog)
  const onDatabase = (command: string[]) =>
    untilDone(() => wrangler(['d1', ...command, '--remote', '--config', workerFile]))

  for (const { binding, name, pending } of databases) {
    if (pending.length === 0) continue
    say(`→ apply ${pending.length} migrations to ${name}`)
    await onDatabase(['migrations', 'apply', binding])
  }
  if (!isCurrentVersion(before.worker, hash, Object.keys(secrets))) {
    // Not only where migrations were pending: the run that applied them may have been stopped right after.
    for (const { database_id } of config.worker.d1_databases ?? [])
      if (database_id !== undefined) await refreshStatistics(account, database_id)
    say('→ write the catalog of services, deploy the Worker')
    await onDatabase(['execute', 'DB', '--yes', '--file', writeCatalog(root, catalog)])
  }
  const worker = { root, account, wrangler, config: config.worker, configFile: workerFile, bundle, hash, secrets }
  const newWorker = await uploadWorker(worker)
  await doUnlessDone(
    async () => {
      const now = await readDeployed(account, config)
      return now.worker !== null && hasTriggers(now.worker, config.worker, now.queues)
    },
    () => wrangler(['triggers', 'deploy', '--config', workerFile]),
  )
  const project = config.pages.name
  const pagesHash = bundleHash(pages, JSON.stringify(config.pages))
  if (before.pages?.active?.hash !== pagesHash) say('→ deploy the pages')
  const newPages = await uploadPages({ account, wrangler, project, folder: pagesFolder, hash: pagesHash })
  return {
    newWorker,
    newPages,
    version: (await readWorker(account, config.worker.name))?.active?.id ?? '',
    origin: await openSite(account, project, String(config.worker.vars?.['SITE_ORIGIN']), say),
    objectsChanged: before.worker?.migrationTag !== config.worker.migrations?.at(-1)?.tag,
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
