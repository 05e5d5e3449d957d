import type { CloudflareAccount } from './account/cloudflare-api.ts'
import { findHostOwner, hostToConnect } from './account/connect-domain.ts'
import { type Conflict, findConflicts } from './account/find-conflicts.ts'
import { missingResources } from './account/missing-resources.ts'
import { readDeployed } from './account/read-deployed.ts'
import { deployedConfig } from './config/deployed-config.ts'
import { stepsByHand } from './config/steps-by-hand.ts'
import { readDeploymentFile } from './config/deployment-file.ts'
import { sharedWithOthers } from './config/shared-with-others.ts'
import type { Environment } from '../processes/environment.ts'
import { confirm, type Terminal } from '../processes/terminal.ts'
import { gatherSettings, keptSecrets } from './secrets/gather-settings.ts'
import { readMadeSecrets } from './secrets/made-secrets.ts'

export type Deploying = {
  /** Where wrangler.toml, deployment.json and the build are. */
  root: string
  environment?: Environment
  account: CloudflareAccount
  env: Record<string, string | undefined>
  /** Null where nobody answers. */
  operator: Pick<Terminal, 'ask'> | null
  /** Whether to go on without asking. */
  yes: boolean
  /** Names of what is not ours that the operator wants used all the same. */
  take?: readonly string[]
  /** Where to test the deployed site, if not at SITE_ORIGIN. */
  smokeAt?: string | undefined
  say: (line: string) => void
}

/** Reads the account and gathers what is missing; changes nothing. Throws all that is in the way at once. */
export async function planDeployment(deploying: Deploying) {
  const { root, environment = 'production', account, env, operator, yes, take = [], say } = deploying
  const file = readDeploymentFile(root, environment)
  file.account_id = account.account_id
  const config = deployedConfig(root, file)
  const before = await readDeployed(account, config)
  const { conflicts, databases } = await findConflicts(root, account, config, before)
  const gathered = await gatherSettings({
    config,
    env,
    madeBefore: readMadeSecrets(root, environment),
    kept: keptSecrets(before),
    operator,
    say,
  })
  const { siteOrigin, secrets, made } = gathered
  const taken = conflicts.filter(({ foreign }) => foreign !== undefined && take.includes(foreign))
  const problems = [
    ...conflicts.filter((each) => !taken.includes(each)).map(inTheWay),
    ...gathered.problems,
    ...sharedWithOthers(root, file, siteOrigin),
  ]
  const project = config.pages.name
  const host =
    problems.length > 0 ? null : hostToConnect(siteOrigin, before.pages ?? { subdomain: `${project}.pages.dev` })
  const owner = host === null ? null : await findHostOwner(account, host, project)
  if (owner !== null && host !== null) {
    const conflict = { what: `SITE_ORIGIN: ${host} belongs to ${owner}.`, foreign: host }
    if (take.includes(host)) taken.push(conflict)
    else problems.push(inTheWay(conflict))
  }
  if (problems.length > 0)
    throw new Error(`Nothing was made, because:\n${problems.map((each) => `  ${each}`).join('\n')}`)

  const missing = missingResources(config, before)
  const migrations = databases.flatMap(({ name, pending }) => pending.map((each) => `${name} ${each}`))
  const plan = [
    ...taken.map(({ what }) => `use what is not ours: ${what}`),
    ...missing.map((command) => `wrangler ${command.join(' ')}`),
    ...giving('API Worker', secrets.api),
    ...giving("Runner's Worker", secrets.runner),
    ...(migrations.length > 0 ? [`apply ${migrations.length} migrations`] : []),
    `serve ${siteOrigin} with this build`,
  ]
  say(`This run will:\n${plan.map((each) => `  ${each}`).join('\n')}`)
  if (!before.worker?.active)
    say(
      `Only you can:\n${stepsByHand(config.worker.vars ?? {})
        .map((each) => `  ${each}`)
        .join('\n')}`,
    )
  if (!yes && !operator) throw new Error('Nothing was changed. To do it: add --yes.')
  if (!yes && operator && !(await confirm(operator, 'Go on?'))) throw new Error('Nothing was changed.')
  return { file, before, missing, databases, migrations, siteOrigin, secrets, made }
}

function inTheWay({ what, foreign }: Conflict): string {
  return foreign === undefined ? what : `${what} Or use it all the same: --take ${foreign}`
}

function giving(worker: string, secrets: Record<string, string>): string[] {
  const names = Object.keys(secrets)
  return names.length > 0 ? [`give the ${worker} ${names.join(', ')}`] : []
}
