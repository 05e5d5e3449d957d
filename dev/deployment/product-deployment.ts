import { join } from 'node:path'
import type { Operator } from './ask-operator.ts'
import { bundleHash } from './bundle-hash.ts'
import { catalogText, writeCatalog } from './write-catalog.ts'
import { deployedConfig, writeDeployedConfig } from './deployed-config.ts'
import { readDeploymentFile, writeDeploymentFile, type DeploymentFile } from './deployment-file.ts'
import { describeRollback } from './describe-rollback.ts'
import { findConflicts } from './find-conflicts.ts'
import { describeMade, gatherSettings } from './gather-settings.ts'
import { keepMadeSecrets, readMadeSecrets } from './made-secrets.ts'
import { missingResources } from './make-resources.ts'
import type { CloudflareAccount } from './open-account.ts'
import { readDeployed, readPages, readWorker } from './read-deployed.ts'
import { doUnlessDone, type Wrangler } from './run-deploy-command.ts'
import { connectDomain, hostToConnect } from './connect-domain.ts'
import { smokeTest } from './smoke-test.ts'
import { hasTriggers, isCurrentVersion, uploadWorker } from './upload-worker.ts'
import { uploadPages } from './upload-pages.ts'

type Deploying = {
  /** Where wrangler.toml and deployment.json are. */
  root: string
  /** The built Worker's file and the built pages' folder. */
  bundle: string
  pages: string
  account: CloudflareAccount
  wrangler: Wrangler
  env: Record<string, string | undefined>
  /** Null where nobody answers. */
  operator: Operator | null
  /** Whether to go on without asking. */
  yes: boolean
  /** Where to test the deployed site, if not at SITE_ORIGIN. */
  smokeAt?: string | undefined
  /** How long to wait for the new deployment to answer, in ms. */
  smokePatience?: number
  say: (line: string) => void
}

/**
 * Brings the account to this build: makes what is missing, then migrations, catalog, Worker and pages, in an order in
 * which nothing is ever missing. Each step looks first, so a run that stopped anywhere is finished by the next one.
 */
export async function deployProduct(deploying: Deploying): Promise<void> {
  const { root, bundle, pages, account, wrangler, env, operator, say } = deploying
  const file = readDeploymentFile(root)
  file.account_id = account.account_id
  const config = () => deployedConfig(root, file)
  const before = await readDeployed(account, config())
  const { conflicts, databases } = await findConflicts(root, account, config(), before)
  const kept = before.worker?.secrets ?? new Set<string>()
  const gathered = await gatherSettings({
    config: config(),
    env,
    madeBefore: readMadeSecrets(root),
    kept,
    operator,
    say,
  })
  const problems = [...conflicts, ...gathered.problems]
  if (problems.length > 0)
    throw new Error(`Nothing was made, because:\n${problems.map((each) => `  ${each}`).join('\n')}`)

  const missing = missingResources(account, config(), before)
  const names = Object.keys(gathered.secrets)
  const pending = databases.flatMap(({ name, pending: migrations }) => migrations.map((each) => `${name} ${each}`))
  await confirmPlan(deploying, [
    ...missing.map(({ what }) => what),
    ...(names.length > 0 ? [`give the Worker ${names.join(', ')}`] : []),
    ...(pending.length > 0 ? [`apply ${pending.length} migrations`] : []),
    `serve ${gathered.siteOrigin} with this build`,
  ])

  for (const { what, make } of missing) {
    say(`→ ${what}`)
    await make(file)
    writeDeploymentFile(root, file)
  }
  const project = await readPages(account, config().pages.name)
  keepOrigin(
    file,
    gathered.siteOrigin,
    config().pages.name,
    project?.subdomain,
    String(config().worker.vars?.['SITE_ORIGIN']),
  )
  writeDeploymentFile(root, file)
  if (Object.keys(gathered.made).length > 0) keepMadeSecrets(root, gathered.made)

  const merged = config()
  const catalog = catalogText(merged.worker.vars ?? {})
  const { workerFile, pagesFolder } = writeDeployedConfig(root, merged, pages)
  const hash = bundleHash(bundle, JSON.stringify(merged.worker), catalog)
  const pagesHash = bundleHash(pages, JSON.stringify(merged.pages))

  for (const { binding, pending: migrations } of databases)
    if (migrations.length > 0) await applyMigrations(deploying, binding, workerFile)
  if (!isCurrentVersion(before.worker, hash, names))
    await doUnlessDone(
      async () => false,
      () =>
        wrangler([
          'd1',
          'execute',
          'DB',
          '--remote',
          '--yes',
          '--config',
          workerFile,
          '--file',
          writeCatalog(root, catalog),
        ]),
    )
  const newWorker = await uploadWorker({
    root,
    account,
    wrangler,
    config: merged.worker,
    configFile: workerFile,
    bundle,
    hash,
    secrets: gathered.secrets,
  })
  await doUnlessDone(
    async () => {
      const now = await readDeployed(account, merged)
      return now.worker !== null && hasTriggers(now.worker, merged.worker, now.queues)
    },
    () => wrangler(['triggers', 'deploy', '--config', workerFile]),
  )
  const newPages = await uploadPages({
    account,
    wrangler,
    project: merged.pages.name,
    folder: pagesFolder,
    hash: pagesHash,
  })
  const siteOrigin = String(merged.worker.vars?.['SITE_ORIGIN'])
  const domain =
    project && hostToConnect(siteOrigin, project)
      ? await connectDomain(account, merged.pages.name, siteOrigin, say)
      : null

  const version = (await readWorker(account, merged.worker.name))?.active?.id ?? ''
  const origin =
    deploying.smokeAt ?? (domain === null || domain.isActive ? siteOrigin : `https://${project?.subdomain}`)
  const smoke = await smokeTest({ origin, version, pages, patience: deploying.smokePatience })
  const rollback = describeRollback({
    before: { worker: before.worker?.active?.id ?? null, pages: before.pages?.active?.id ?? null },
    uploaded: { worker: newWorker, pages: newPages },
    migrations: pending,
    objectsChanged: before.worker?.migrationTag !== merged.worker.migrations?.at(-1)?.tag,
  })
  for (const line of [...describeMade(gathered.made), ...rollback]) say(line)
  if (smoke.length > 0)
    throw new Error(
      `Deployed, but the site does not answer as it should:\n${smoke.map((each) => `  ${each}`).join('\n')}`,
    )
  const didAnything = newWorker || newPages || missing.length > 0
  say(`${didAnything ? 'Deployed.' : 'Nothing to deploy.'} Tested at ${origin}.`)
}

async function confirmPlan({ yes, operator, say }: Deploying, plan: readonly string[]): Promise<void> {
  say(`This run will:\n${plan.map((each) => `  ${each}`).join('\n')}`)
  if (yes) return
  if (!operator) throw new Error('Nothing was changed. To do it: add --yes.')
  if (!(await operator.confirm('Go on?'))) throw new Error('Nothing was changed.')
}

/** Pages may give another subdomain than the project's name, where somebody else has that. */
function keepOrigin(
  file: DeploymentFile,
  chosen: string,
  project: string,
  subdomain: string | undefined,
  known: string,
): void {
  const origin = subdomain && chosen === `https://${project}.pages.dev` ? `https://${subdomain}` : chosen
  if (origin !== known) file.vars['SITE_ORIGIN'] = origin
}

/** Wrangler applies only what D1 lacks, each with its note in one batch. */
async function applyMigrations({ wrangler }: Deploying, binding: string, configFile: string): Promise<void> {
  await doUnlessDone(
    async () => false,
    () => wrangler(['d1', 'migrations', 'apply', binding, '--remote', '--config', configFile]),
  )
}

/** What `dev/build.ts` builds. */
export function builtAt(root: string) {
  return { bundle: join(root, 'out', 'api', 'index.js'), pages: join(root, 'web', 'dist') }
}
