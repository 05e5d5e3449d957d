import { queuesOf, type DeployedConfig } from '../config/deployed-config.ts'
import { stepsByHand } from '../config/steps-by-hand.ts'
import { findConflicts } from '../account/find-conflicts.ts'
import { missingResources } from '../account/missing-resources.ts'
import type { CloudflareAccount } from '../account/cloudflare-api.ts'
import { readDeployed, type Deployed, type DeployedWorker } from '../account/read-deployed.ts'
import { hostToConnect } from '../account/connect-domain.ts'
import { checkHealth } from '../release/smoke-test.ts'
import { keptSecrets, workersOf } from '../secrets/gather-settings.ts'
import { settingsProblems, WORKER_SECRETS } from '../secrets/worker-secrets.ts'
import { note, ok, open, type Finding } from './finding.ts'

const DEPLOY = 'npm run deploy'

/** Examines the product in the account; changes nothing. `siteAt`: where the site answers, if not at SITE_ORIGIN. */
export async function examineDeployment(
  root: string,
  account: CloudflareAccount,
  config: DeployedConfig,
  siteAt?: string,
): Promise<Finding[]> {
  const deployed = await readDeployed(account, config)
  const { conflicts, databases } = await findConflicts(root, account, config, deployed)
  const missing = missingResources(config, deployed)
  const vars = config.worker.vars ?? {}
  const kept = keptSecrets(deployed)
  const names = { api: config.worker.name, runner: config.runner.name }
  return [
    ...conflicts.map(({ what }) => open(what, 'see there')),
    ...missing.map((command) => open(`to do: wrangler ${command.join(' ')}`, DEPLOY)),
    ...(missing.length === 0 ? [ok('D1, KV, queues and Pages project')] : []),
    ...databases.map(({ name, pending }) =>
      pending.length === 0
        ? ok(`migrations of ${name}`)
        : open(`${name} lacks ${pending.length} migrations: ${pending.join(', ')}`, DEPLOY),
    ),
    ...WORKER_SECRETS.map(({ name, about, isNeeded }) => {
      const lacking = workersOf(name).filter((worker) => !kept[worker].has(name))
      if (lacking.length === 0) return ok(`secret ${name}`)
      if (vars[name] && !isNeeded(vars)) return ok(`${name}, under "vars"`)
      if (lacking.length < workersOf(name).length)
        return open(
          `${lacking.map((worker) => names[worker])} lacks the secret ${name}, which the other Worker has`,
          DEPLOY,
        )
      return isNeeded(vars)
        ? open(`the secret ${name} is missing (${about})`, DEPLOY)
        : note(`No secret ${name}: ${about}.`)
    }),
    ...settingsProblems(vars, {}, new Set([...kept.api, ...kept.runner]))
      .filter((problem) => !problem.endsWith(': is missing'))
      .map((problem) => open(problem, 'edit "vars" in deployment.json, then npm run deploy')),
    ...examineDeployed(config, deployed),
    ...(await examineSite(deployed, siteAt ?? String(vars['SITE_ORIGIN']))),
    ...stepsByHand(vars).map(note),
  ]
}

/** Whether the Workers and the pages are deployed, and fit each other. */
export function examineDeployed(config: DeployedConfig, deployed: Deployed): Finding[] {
  return [
    ...examineRunner(config, deployed),
    ...examineWorker(config, deployed),
    ...examineBoth(config, deployed),
    ...examinePages(deployed, String(config.worker.vars?.['SITE_ORIGIN'])),
  ]
}

function examineWorker({ worker: config }: DeployedConfig, { worker, queues }: Deployed): Finding[] {
  if (!worker?.active) return [open(`the Worker ${config.name} is not deployed`, DEPLOY)]
  const crons = (config.triggers?.crons ?? []).filter((cron) => !worker.crons.includes(cron))
  const consumed = (name: string) => queues.find((each) => each.name === name)?.consumers.includes(config.name) ?? false
  const idle = (config.queues?.consumers ?? []).map(({ queue }) => queue).filter((queue) => !consumed(queue))
  return [
    ok(`Worker ${config.name}, version ${worker.active.id}`),
    crons.length === 0 ? ok('cron triggers') : open(`cron triggers are missing: ${crons.join(', ')}`, DEPLOY),
    idle.length === 0
      ? ok(`consumers of ${queuesOf(config).length} queues`)
      : open(`nobody consumes ${idle.join(', ')}`, DEPLOY),
    ...queues
      .filter(({ isPaused }) => isPaused)
      .map(({ name }) =>
        open(`the delivery of ${name} is paused`, `npm run wrangler -- queues resume-delivery ${name}`),
      ),
    worker.hasAddress
      ? open('the Worker has an address of its own, though it trusts the headers of the pages', DEPLOY)
      : ok('the Worker has no address of its own'),
  ]
}

function examineRunner({ runner: config }: DeployedConfig, { runner }: Deployed): Finding[] {
  if (!runner?.active) return [open(`the Worker ${config.name} is not deployed`, DEPLOY)]
  const lastObjects = config.migrations?.at(-1)?.tag ?? null
  return [
    ok(`Worker ${config.name}, version ${runner.active.id}`),
    runner.migrationTag === lastObjects
      ? ok('Durable Objects')
      : open(`Durable Objects are at ${runner.migrationTag}, not ${lastObjects}`, DEPLOY),
    ...(runner.hasAddress ? [open(`${config.name} has an address of its own, which nobody needs`, DEPLOY)] : []),
  ]
}

/** Whether the Workers fit each other: one database, cache and queue, and a Runner as new as the API expects. */
function examineBoth(
  { worker: { name }, runner: { name: runnerName } }: DeployedConfig,
  deployed: Deployed,
): Finding[] {
  const { worker, runner } = deployed
  if (!worker?.active || !runner?.active) return []
  const others = [...runner.resources].flatMap(([binding, id]) => {
    const own = worker.resources.get(binding)
    return own === undefined || own === id
      ? []
      : [open(`${binding} is ${own} in ${name}, but ${id} in ${runnerName}: Applets would run on other data`, DEPLOY)]
  })
  return [...others, releaseOfRunner(runnerName, worker.active.runnerHash, runner)]
}

/** By the order of uploads. A Runner's Worker that is newer than the API Worker is right: it is deployed first. */
function releaseOfRunner(name: string, expected: string | null, { active, hashes }: DeployedWorker): Finding {
  if (expected === null || active?.hash === expected) return ok(`${name} is of the release that the API expects`)
  if (!active?.hash) return note(`The release of ${name} is not known: it was deployed by hand, or long ago.`)
  // Newest first. One that is not listed any more is older than all that are.
  const placeOf = (hash: string) => (hashes.includes(hash) ? hashes.indexOf(hash) : hashes.length)
  if (placeOf(active.hash) < placeOf(expected)) return ok(`${name} is newer than the release that the API expects`)
  return open(`${name} is older than the release that the API expects (${active.hash}, not ${expected})`, DEPLOY)
}

function examinePages({ pages }: Deployed, siteOrigin: string): Finding[] {
  if (!pages?.active) return [open('the pages are not deployed', DEPLOY)]
  const host = URL.canParse(siteOrigin) ? hostToConnect(siteOrigin, pages) : null
  if (host === null) return [ok(`pages at ${pages.subdomain}`)]
  const domain = pages.domains.find(({ name }) => name === host)
  if (domain?.status === 'active') return [ok(`domain ${host}`)]
  return [
    domain
      ? open(`the domain ${host} is ${domain.status}`, `add the DNS record CNAME ${host} → ${pages.subdomain}`)
      : open(`the domain ${host} is not connected to the pages`, DEPLOY),
  ]
}

async function examineSite({ worker, runner, pages }: Deployed, origin: string): Promise<Finding[]> {
  if (!worker?.active || !runner?.active || !pages?.active) return []
  const problems = await checkHealth(origin, { api: worker.active.id, runner: runner.active.id })
  if (problems.length === 0) return [ok(`${origin} answers, and both Workers have the same settings`)]
  return problems.map((problem) => open(problem, 'docs/operate.md, “Is it up?”'))
}
