import type { CloudflareAccount } from './open-account.ts'
import { explained, hasCode } from './open-account.ts'
import { queuesOf, type DeployedConfig } from '../config/deployed-config.ts'
import { runnerHashIn } from './version-message.ts'

/**
 * `hash`: of the bundle. `runnerHash`: of the Runner's Worker that an API Worker was deployed with; null if unknown.
 */
type Version = { id: string; hash: string | null; runnerHash: string | null }

/** A Worker as Cloudflare has it. */
export type DeployedWorker = {
  secrets: ReadonlySet<string>
  /** The version that answers; null while none is deployed. */
  active: Version | null
  /** The newest one that was uploaded, deployed or not. */
  newest: Version | null
  /** Hashes of the bundles that were uploaded, the newest first. */
  hashes: readonly string[]
  crons: readonly string[]
  /** Ids of D1 databases and KV namespaces, and names of queues, by binding. */
  resources: ReadonlyMap<string, string>
  hasAddress: boolean
  /** The last migration of its Durable Objects. */
  migrationTag: string | null
}

export type DeployedPages = {
  subdomain: string
  domains: readonly { name: string; status: string }[]
  active: Pick<Version, 'id' | 'hash'> | null
}

export type Deployed = Awaited<ReturnType<typeof readDeployed>>

/** Reads all that a deployment may make or change. It changes nothing. */
export async function readDeployed(account: CloudflareAccount, config: DeployedConfig) {
  return {
    databases: await readDatabases(account),
    namespaces: await readNamespaces(account),
    queues: await readQueues(account, config),
    worker: await readWorker(account, config.worker.name),
    runner: await readWorker(account, config.runner.name),
    pages: await readPages(account, config.pages.name),
  }
}

async function readDatabases({ client, account_id }: CloudflareAccount): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  const pages = await explained(client.d1.database.list({ account_id }), 'D1: Edit')
  for await (const { uuid, name } of pages) if (uuid && name) found.push({ id: uuid, name })
  return found
}

async function readNamespaces({ client, account_id }: CloudflareAccount): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  const pages = await explained(client.kv.namespaces.list({ account_id }), 'Workers KV Storage: Edit')
  for await (const { id, title } of pages) found.push({ id, name: title })
  return found
}

/** Those that the config names, with the Workers that consume them. */
async function readQueues({ client, account_id }: CloudflareAccount, { worker }: DeployedConfig) {
  const found: { name: string; consumers: string[]; isPaused: boolean }[] = []
  const wanted = queuesOf(worker)
  const pages = await explained(client.queues.list({ account_id }), 'Queues: Edit')
  for await (const { queue_name: name, consumers, settings } of pages) {
    if (!name || !wanted.includes(name)) continue
    found.push({
      name,
      consumers: (consumers ?? []).flatMap((each) => workerOf(each) ?? []),
      isPaused: settings?.delivery_paused ?? false,
    })
  }
  return found
}

/** Cloudflare names the Worker of a consumer in one of three ways. */
function workerOf(consumer: object): string | undefined {
  const names: Record<string, unknown> = { ...consumer }
  const name = names['script_name'] ?? names['script'] ?? names['service']
  return typeof name === 'string' ? name : undefined
}

/** Null where there is none with that name. */
export async function readWorker(
  { client, account_id }: CloudflareAccount,
  name: string,
): Promise<DeployedWorker | null> {
  const { scripts } = client.workers
  const where = { account_id }
  const script = await findScript(client, account_id, name)
  if (!script) return null
  const secrets = new Set<string>()
  for await (const secret of await explained(scripts.secrets.list(name, where), 'Workers Scripts: Edit'))
    secrets.add(secret.name)
  const versions = (await scripts.versions.list(name, where)).result.items ?? []
  const { deployments } = await readDeployments(client, account_id, name)
  const activeId = deployments[0]?.versions[0]?.version_id
  const { schedules } = await scripts.schedules.get(name, where)
  const { enabled, previews_enabled } = await scripts.subdomain.get(name, where)
  const newestFirst = versions.map(asVersion)
  return {
    secrets,
    active: activeId === undefined ? null : versionIn(newestFirst, activeId),
    newest: newestFirst[0] ? versionIn(newestFirst, newestFirst[0].id) : null,
    crons: schedules.map(({ cron }) => cron),
    hashes: newestFirst.flatMap(({ hash }) => hash ?? []),
    resources: activeId === undefined ? new Map() : await resourcesOf(client, account_id, name, activeId),
    hasAddress: enabled || previews_enabled,
    migrationTag: script.migration_tag ?? null,
  }
}

type Client = CloudflareAccount['client']

async function findScript(
  client: Client,
  account_id: string,
  name: string,
): Promise<{ migration_tag?: string } | null> {
  for await (const script of await explained(client.workers.scripts.list({ account_id }), 'Workers Scripts: Edit'))
    if (script.id === name) return script
  return null
}

type DeploymentList = { deployments: { versions: { version_id: string }[] }[] }

/** Newest first. */
async function readDeployments(client: Client, account_id: string, name: string): Promise<DeploymentList> {
  const answer = await client.get<{ result: DeploymentList }>(
    `/accounts/${account_id}/workers/scripts/${name}/deployments`,
  )
  return answer.result
}

type ListedVersion = Version & { copiesCode: boolean }

/** The SDK leaves out the annotations, which Cloudflare's answer has. */
function asVersion(version: { id?: string; annotations?: Record<string, string> }): ListedVersion {
  const { annotations = {}, id = '' } = version
  return {
    id,
    hash: annotations['workers/tag'] ?? null,
    runnerHash: runnerHashIn(annotations['workers/message'] ?? ''),
    copiesCode: annotations['workers/triggered_by'] === 'secret',
  }
}

/** Putting a secret makes a version of the same code without a tag, so the tag is that of the version before. */
function versionIn(newestFirst: readonly ListedVersion[], id: string): Version {
  const place = newestFirst.findIndex((each) => each.id === id)
  // Cloudflare lists the last ones only.
  const from = place === -1 ? [] : newestFirst.slice(place)
  const { hash = null, runnerHash = null } = from.find(({ copiesCode }) => !copiesCode) ?? {}
  return { id, hash, runnerHash }
}

async function resourcesOf(client: Client, account_id: string, name: string, version: string) {
  const { resources } = await client.workers.scripts.versions.get(version, { account_id, script_name: name })
  // The SDK's type leaves out that these are a list.
  const bindings: unknown = resources.bindings
  const named = (Array.isArray(bindings) ? bindings : []).flatMap((binding: Record<string, unknown>) => {
    const resource = resourceOf(binding)
    return resource === undefined ? [] : [[String(binding['name']), String(resource)] as const]
  })
  return new Map(named)
}

function resourceOf(binding: Record<string, unknown>): unknown {
  switch (binding['type']) {
    case 'd1':
      return binding['database_id'] ?? binding['id']
    case 'kv_namespace':
      return binding['namespace_id']
    case 'queue':
      return binding['queue_name']
    default:
      return undefined
  }
}

/** Null if no project has that name. */
export async function readPages(
  { client, account_id }: CloudflareAccount,
  name: string,
): Promise<DeployedPages | null> {
  try {
    const project = await explained(client.pages.projects.get(name, { account_id }), 'Cloudflare Pages: Edit')
    const domains = await client.pages.projects.domains.list(name, { account_id })
    const active = project.canonical_deployment
    return {
      subdomain: project.subdomain ?? `${name}.pages.dev`,
      domains: domains.result.map((each) => ({ name: each.name, status: each.status })),
      active: active && {
        id: active.id,
        hash: /^Switchyard ([0-9a-f]{20})$/.exec(active.deployment_trigger.metadata.commit_message)?.[1] ?? null,
      },
    }
  } catch (error) {
    if (hasCode(error, 8000007)) return null
    throw error
  }
}
