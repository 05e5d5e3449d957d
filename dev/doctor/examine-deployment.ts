import { queuesOf, type DeployedConfig } from '../deployment/config/deployed-config.ts'
import { findConflicts } from '../deployment/account/find-conflicts.ts'
import { missingResources } from '../deployment/account/make-resources.ts'
import type { CloudflareAccount } from '../deployment/account/open-account.ts'
import { readDeployed, type Deployed } from '../deployment/account/read-deployed.ts'
import { hostToConnect } from '../deployment/account/connect-domain.ts'
import { checkHealth } from '../deployment/release/smoke-test.ts'
import { settingsProblems, WORKER_SECRETS } from '../deployment/secrets/worker-secrets.ts'
import { note, ok, open, type Finding } from './finding.ts'

const DEPLOY = 'npm run deploy'

/** What the account has of the product. It changes nothing. `siteAt`: where the site answers, if not at SITE_ORIGIN. */
export async function examineDeployment(
  root: string,
  account: CloudflareAccount,
  config: DeployedConfig,
  siteAt?: string,
): Promise<Finding[]> {
  const deployed = await readDeployed(account, config)
  const { conflicts, databases } = await findConflicts(root, account, config, deployed)
  const missing = missingResources(account, config, deployed)
  const vars = config.worker.vars ?? {}
  const kept = deployed.worker?.secrets ?? new Set<string>()
  return [
    ...conflicts.map((each) => open(each, 'see there')),
    ...missing.map(({ what }) => open(`to do: ${what}`, DEPLOY)),
    ...(missing.length === 0 ? [ok('D1, KV, queues and Pages project')] : []),
    ...databases.map(({ name, pending }) =>
      pending.length === 0
        ? ok(`migrations of ${name}`)
        : open(`${name} lacks ${pending.length} migrations: ${pending.join(', ')}`, DEPLOY),
    ),
    ...WORKER_SECRETS.map(({ name, about, isNeeded }) => {
      if (kept.has(name)) return ok(`secret ${name}`)
      return isNeeded(vars)
        ? open(`the secret ${name} is missing (${about})`, DEPLOY)
        : note(`No secret ${name}: ${about}.`)
    }),
    ...settingsProblems(vars, {}, kept)
      .filter((problem) => !problem.endsWith(': is missing'))
      .map((problem) => open(problem, 'edit "vars" in deployment.json, then npm run deploy')),
    ...examineWorker(config, deployed),
    ...examinePages(deployed, String(vars['SITE_ORIGIN'])),
    ...(await examineSite(deployed, siteAt ?? String(vars['SITE_ORIGIN']))),
    note(
      `Allow ${vars['MAIL_FROM']} to send: Cloudflare's dashboard, Email › Email Sending. The API does not say whether it may.`,
    ),
    note(
      'Workers Paid is required, because a password hash takes more CPU time than Workers Free allows: dashboard, Workers & Pages › Plans.',
    ),
  ]
}

function examineWorker({ worker: config }: DeployedConfig, { worker, queues }: Deployed): Finding[] {
  if (!worker?.active) return [open(`the Worker ${config.name} is not deployed`, DEPLOY)]
  const crons = (config.triggers?.crons ?? []).filter((cron) => !worker.crons.includes(cron))
  const consumed = (name: string) => queues.find((each) => each.name === name)?.consumers.includes(config.name) ?? false
  const idle = (config.queues?.consumers ?? []).map(({ queue }) => queue).filter((queue) => !consumed(queue))
  const lastObjects = config.migrations?.at(-1)?.tag ?? null
  return [
    ok(`Worker ${config.name}, version ${worker.active.id}`),
    crons.length === 0 ? ok('cron triggers') : open(`cron triggers are missing: ${crons.join(', ')}`, DEPLOY),
    idle.length === 0
      ? ok(`consumers of ${queuesOf(config).length} queues`)
      : open(`nobody consumes ${idle.join(', ')}`, DEPLOY),
    worker.migrationTag === lastObjects
      ? ok('Durable Objects')
      : open(`Durable Objects are at ${worker.migrationTag}, not ${lastObjects}`, DEPLOY),
    worker.hasAddress
      ? open('the Worker has an address of its own, though it trusts the headers of the pages', DEPLOY)
      : ok('the Worker has no address of its own'),
  ]
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

async function examineSite({ worker, pages }: Deployed, origin: string): Promise<Finding[]> {
  if (!worker?.active || !pages?.active) return []
  const problem = await checkHealth(origin, worker.active.id)
  return [problem === null ? ok(`${origin} answers`) : open(problem, 'npm run wrangler -- tail')]
}
