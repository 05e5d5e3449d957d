import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connectDomain, hostToConnect, originAtPages } from './account/connect-domain.ts'
import { readBookmark } from './account/database-migrations.ts'
import { takeIds } from './account/missing-resources.ts'
import { readDeployed, versionMessage, type DeployedWorker } from './account/read-deployed.ts'
import { builtAt, deployedConfig, writeDeployedConfig } from './config/deployed-config.ts'
import { writeDeploymentFile } from './config/deployment-file.ts'
import { inEnvironment } from '../processes/environment.ts'
import { planDeployment, type Deploying } from './plan-deployment.ts'
import { bundleHash } from './release/bundle-hash.ts'
import { describeRollback } from './release/describe-rollback.ts'
import { repeatWrangler } from './release/repeat-wrangler.ts'
import { smokeTest } from './release/smoke-test.ts'
import { catalogText, writeCatalog } from './release/write-catalog.ts'
import { describeMade } from './secrets/gather-settings.ts'
import { keepMadeSecrets } from './secrets/made-secrets.ts'

/**
 * Brings the account to this build with wrangler's commands, in an order in which nothing is ever missing. Each may be
 * repeated, so a run that stopped anywhere is finished by the next one.
 */
export async function deployProduct(given: Deploying): Promise<void> {
  const { root, environment = 'production', account } = given
  const say = (line: string) => given.say(inEnvironment(environment, line))
  const deploying = { ...given, say }
  const { file, before, missing, databases, migrations, siteOrigin, secrets, made } = await planDeployment(deploying)
  const wrangler = (...args: string[]) => repeatWrangler(args, account, say)

  // Make all that the account lacks.
  for (const create of missing) await wrangler(...create)
  const named = deployedConfig(root, file)
  const resources = missing.length > 0 ? await readDeployed(account, named) : before
  takeIds(named, resources, file)
  const origin = originAtPages(siteOrigin, named.pages.name, resources.pages?.subdomain)
  if (origin !== named.worker.vars?.['SITE_ORIGIN']) file.vars['SITE_ORIGIN'] = origin
  writeDeploymentFile(root, file)
  keepMadeSecrets(root, environment, made)

  const config = deployedConfig(root, file)
  const { bundles, pages } = builtAt(root)
  const { workerFile, runnerFile, pagesFolder } = writeDeployedConfig(root, config, pages)
  const catalog = catalogText(config.worker.vars ?? {})
  const hashes = {
    runner: bundleHash(bundles.runner, JSON.stringify(config.runner)),
    api: bundleHash(bundles.api, JSON.stringify(config.worker), catalog),
    pages: bundleHash(pages, JSON.stringify(config.pages)),
  }
  const isNew = {
    runner: !isCurrent(before.runner, hashes.runner, secrets.runner),
    worker: !isCurrent(before.worker, hashes.api, secrets.api),
    pages: before.pages?.active?.hash !== hashes.pages,
  }

  // The tables and the catalog, before the Workers that read them.
  const remote = ['--remote', '--config', workerFile]
  for (const { binding, name, id, pending } of databases) {
    if (pending.length === 0) continue
    if (id !== null) say(undoMigrations(binding, name, await readBookmark(account, id)))
    await wrangler('d1', 'migrations', 'apply', binding, ...remote)
  }
  if (isNew.runner || isNew.worker) {
    // Not only where migrations were pending: the run that applied them may have been stopped right after.
    for (const { binding } of databases)
      await wrangler('d1', 'execute', binding, '--yes', '--command', 'pragma optimize', ...remote)
    await wrangler('d1', 'execute', 'DB', '--yes', '--file', writeCatalog(root, catalog), ...remote)
  }

  // The Runner's Worker before the API's, whose bindings lead there, each with its missing secrets in one version.
  const release = async (
    bundle: string,
    configFile: string,
    lacking: Record<string, string>,
    hash: string,
    of?: string,
  ) =>
    withSecretsFile(dirname(configFile), lacking, (secretsFlags) => {
      const names = ['--tag', hash, '--message', versionMessage(hash, of)]
      return wrangler('deploy', bundle, '--no-bundle', '--config', configFile, ...names, ...secretsFlags)
    })
  if (isNew.runner) await release(bundles.runner, runnerFile, secrets.runner, hashes.runner)
  else await wrangler('triggers', 'deploy', '--config', runnerFile)
  if (isNew.worker) await release(bundles.api, workerFile, secrets.api, hashes.api, hashes.runner)
  else await wrangler('triggers', 'deploy', '--config', workerFile)

  // The pages, which call the API Worker.
  if (isNew.pages) {
    const names = ['--branch', 'main', '--commit-dirty', '--commit-message', versionMessage(hashes.pages)]
    await wrangler('--cwd', pagesFolder, 'pages', 'deploy', ...names)
  }
  const now = await readDeployed(account, config)
  const host = now.pages && hostToConnect(origin, now.pages)
  const isConnected = !now.pages || !host || (await connectDomain(account, config.pages.name, now.pages, host, say))

  const site = deploying.smokeAt ?? (isConnected ? origin : `https://${now.pages?.subdomain}`)
  const versions = { api: now.worker?.active?.id ?? '', runner: now.runner?.active?.id ?? '' }
  const smoke = await smokeTest({ origin: site, versions, pages })
  const objectsChanged = before.runner?.migrationTag !== config.runner.migrations?.at(-1)?.tag
  const lines = [...describeMade(made), ...describeRollback({ before, isNew, migrations, objectsChanged })]
  for (const line of lines) say(line)
  if (smoke.length > 0)
    throw new Error(
      `Deployed, but the site does not answer as it should:\n${smoke.map((each) => `  ${each}`).join('\n')}`,
    )
  const didAnything = Object.values(isNew).includes(true) || missing.length > 0
  say(`${didAnything ? 'Deployed.' : 'Nothing to deploy.'} Tested at ${site}.`)
}

/** Whether the version that answers is this bundle, and the Worker lacks no secret. */
function isCurrent(worker: DeployedWorker | null, hash: string, lacking: Record<string, string>): boolean {
  return worker?.active?.hash === hash && Object.keys(lacking).length === 0
}

function undoMigrations(binding: string, name: string, bookmark: string): string {
  return `If a migration of ${name} breaks it: npm run wrangler -- d1 time-travel restore ${binding} --bookmark ${bookmark}`
}

/** Not as arguments, which every process of the machine can read. A file that a killed run left is replaced. */
async function withSecretsFile(
  folder: string,
  secrets: Record<string, string>,
  work: (flags: string[]) => Promise<void>,
): Promise<void> {
  const file = join(folder, 'secrets.json')
  rmSync(file, { force: true })
  if (Object.keys(secrets).length === 0) return work([])
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    await work(['--secrets-file', file])
  } finally {
    rmSync(file, { force: true })
  }
}
