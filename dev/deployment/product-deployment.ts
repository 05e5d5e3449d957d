import { join } from 'node:path'
import type { Operator } from './secrets/ask-operator.ts'
import { deployedConfig } from './config/deployed-config.ts'
import { readDeploymentFile, writeDeploymentFile, type DeploymentFile } from './config/deployment-file.ts'
import { describeRollback } from './release/describe-rollback.ts'
import { findConflicts } from './account/find-conflicts.ts'
import { describeMade, gatherSettings, keptSecrets } from './secrets/gather-settings.ts'
import { keepMadeSecrets, readMadeSecrets } from './secrets/made-secrets.ts'
import { missingResources } from './account/make-resources.ts'
import type { CloudflareAccount } from './account/open-account.ts'
import { readDeployed, readPages } from './account/read-deployed.ts'
import { releaseBuild, type Bundles } from './release/release-build.ts'
import type { Wrangler } from './account/run-deploy-command.ts'
import { smokeTest } from './release/smoke-test.ts'

type Deploying = {
  /** Where wrangler.toml and deployment.json are. */
  root: string
  /** The built Workers' files and the built pages' folder. */
  bundles: Bundles
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
  say: (line: string) => void
}

/**
 * Brings the account to this build: makes what is missing, then migrations, catalog, Workers and pages, in an order in
 * which nothing is ever missing. Each step looks first, so a run that stopped anywhere is finished by the next one.
 */
export async function deployProduct(deploying: Deploying): Promise<void> {
  const { root, bundles, pages, account, wrangler, env, operator, say } = deploying
  const file = readDeploymentFile(root)
  file.account_id = account.account_id
  const config = () => deployedConfig(root, file)
  const before = await readDeployed(account, config())
  const { conflicts, databases } = await findConflicts(root, account, config(), before)
  const gathered = await gatherSettings({
    config: config(),
    env,
    madeBefore: readMadeSecrets(root),
    kept: keptSecrets(before),
    operator,
    say,
  })
  const problems = [...conflicts, ...gathered.problems]
  if (problems.length > 0)
    throw new Error(`Nothing was made, because:\n${problems.map((each) => `  ${each}`).join('\n')}`)

  const missing = missingResources(account, config(), before)
  const pending = databases.flatMap(({ name, pending: migrations }) => migrations.map((each) => `${name} ${each}`))
  await confirmPlan(deploying, [
    ...missing.map(({ what }) => what),
    ...giving('API Worker', gathered.secrets.api),
    ...giving("Runner's Worker", gathered.secrets.runner),
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

  const { secrets } = gathered
  const released = await releaseBuild({ root, bundles, pages, account, wrangler, before, databases, secrets, say })
  const { newWorker, newRunner, newPages, versions, objectsChanged } = released
  const origin = deploying.smokeAt ?? released.origin
  const smoke = await smokeTest({ origin, versions, pages })
  const rollback = describeRollback({
    before: {
      worker: before.worker?.active?.id ?? null,
      runner: before.runner?.active?.id ?? null,
      pages: before.pages?.active?.id ?? null,
    },
    uploaded: { worker: newWorker, runner: newRunner, pages: newPages },
    migrations: pending,
    objectsChanged,
  })
  for (const line of [...describeMade(gathered.made), ...rollback]) say(line)
  if (smoke.length > 0)
    throw new Error(
      `Deployed, but the site does not answer as it should:\n${smoke.map((each) => `  ${each}`).join('\n')}`,
    )
  const didAnything = newWorker || newRunner || newPages || missing.length > 0
  say(`${didAnything ? 'Deployed.' : 'Nothing to deploy.'} Tested at ${origin}.`)
}

function giving(worker: string, secrets: Record<string, string>): string[] {
  const names = Object.keys(secrets)
  return names.length > 0 ? [`give the ${worker} ${names.join(', ')}`] : []
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

/** What `dev/build.ts` builds. */
export function builtAt(root: string) {
  const bundle = (name: string) => join(root, 'out', name, 'index.js')
  return { bundles: { api: bundle('api'), runner: bundle('runner') }, pages: join(root, 'web', 'dist') }
}
