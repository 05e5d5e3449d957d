import { CloudflareError, type CloudflareAccount } from './cloudflare-api.ts'
import { queuesOf, type DeployedConfig } from '../config/deployed-config.ts'

/**
 * `hash`: of the bundle. `runnerHash`: of the Runner's Worker that an API Worker was deployed with; null if unknown.
 */
type Version = { id: string; hash: string | null; runnerHash: string | null }

/** A Worker as Cloudflare has it. */
export type DeployedWorker = {
  secrets: ReadonlySet<string>
  /** The version that answers; null while none is deployed. */
  active: Version | null
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

type Named = { id: string; name: string }
type Queue = { name: string; consumers: string[]; isPaused: boolean }

/** All that the account has of the product, or under its names. */
export type Deployed = {
  databases: readonly Named[]
  namespaces: readonly Named[]
  queues: readonly Queue[]
  worker: DeployedWorker | null
  runner: DeployedWorker | null
  pages: DeployedPages | null
}

/** Reads all that a deployment may make or change. It changes nothing. */
export async function readDeployed(account: CloudflareAccount, config: DeployedConfig): Promise<Deployed> {
  const scripts = await account.list<Script>('workers/scripts')
  const databases = await account.list<{ uuid: string; name: string }>('d1/database')
  const namespaces = await account.list<{ id: string; title: string }>('storage/kv/namespaces')
  return {
    databases: databases.map(({ uuid, name }) => ({ id: uuid, name })),
    namespaces: namespaces.map(({ id, title }) => ({ id, name: title })),
    queues: await readQueues(account, queuesOf(config.worker)),
    worker: await readWorker(account, scripts, config.worker.name),
    runner: await readWorker(account, scripts, config.runner.name),
    pages: await readPages(account, config.pages.name),
  }
}

type ListedQueue = {
  queue_name: string
  /** Cloudflare names the Worker of a consumer in one of three ways. */
  consumers?: { script_name?: string; script?: string; service?: string }[]
  settings?: { delivery_paused?: boolean }
}

async function readQueues(account: CloudflareAccount, wanted: readonly string[]): Promise<Queue[]> {
  const queues = await account.list<ListedQueue>('queues')
  return queues
    .filter(({ queue_name }) => wanted.includes(queue_name))
    .map(({ queue_name, consumers = [], settings }) => ({
      name: queue_name,
      consumers: consumers.flatMap(({ script_name, script, service }) => script_name ?? script ?? service ?? []),
      isPaused: settings?.delivery_paused ?? false,
    }))
}

type Script = { id: string; migration_tag?: string }

/** Null where there is none with that name. */
async function readWorker(
  account: CloudflareAccount,
  scripts: readonly Script[],
  name: string,
): Promise<DeployedWorker | null> {
  const script = scripts.find(({ id }) => id === name)
  if (!script) return null
  const get = <Result>(what: string) => account.get<Result>(`workers/scripts/${name}/${what}`)
  const secrets = await get<{ name: string }[]>('secrets')
  const { items } = await get<{ items: ListedVersion[] }>('versions')
  const { deployments } = await get<{ deployments: { versions: { version_id: string }[] }[] }>('deployments')
  const { schedules } = await get<{ schedules: { cron: string }[] }>('schedules')
  const subdomain = await get<{ enabled: boolean; previews_enabled: boolean }>('subdomain')
  // Newest first.
  const activeId = deployments[0]?.versions[0]?.version_id
  return {
    secrets: new Set(secrets.map((secret) => secret.name)),
    active: activeId === undefined ? null : versionIn(items, activeId),
    hashes: items.flatMap(({ annotations }) => annotations?.['workers/tag'] ?? []),
    crons: schedules.map(({ cron }) => cron),
    resources: activeId === undefined ? new Map() : resourcesOf(await get<VersionDetails>(`versions/${activeId}`)),
    hasAddress: subdomain.enabled || subdomain.previews_enabled,
    migrationTag: script.migration_tag ?? null,
  }
}

type ListedVersion = { id: string; annotations?: Record<string, string> }

/** The message of a version. The API Worker's says which Runner's Worker it was deployed with. */
export function versionMessage(hash: string, runnerHash?: string): string {
  return `Switchyard ${hash}${runnerHash === undefined ? '' : ` with Runner ${runnerHash}`}`
}

/** Putting a secret makes a version of the same code without a tag, so the tag is that of the version before. */
function versionIn(newestFirst: readonly ListedVersion[], id: string): Version {
  const place = newestFirst.findIndex((each) => each.id === id)
  // Cloudflare lists the last ones only.
  const from = place === -1 ? [] : newestFirst.slice(place)
  const uploaded = from.find(({ annotations }) => annotations?.['workers/triggered_by'] !== 'secret')?.annotations
  const runnerHash = / with Runner ([0-9a-f]{20})$/.exec(uploaded?.['workers/message'] ?? '')?.[1]
  return { id, hash: uploaded?.['workers/tag'] ?? null, runnerHash: runnerHash ?? null }
}

type VersionDetails = { resources: { bindings: Record<string, string>[] } }

function resourcesOf({ resources }: VersionDetails): Map<string, string> {
  return new Map(
    resources.bindings.flatMap((binding) => {
      const resource =
        binding['database_id'] ??
        (binding['type'] === 'd1' ? binding['id'] : undefined) ??
        binding['namespace_id'] ??
        binding['queue_name']
      return resource === undefined ? [] : [[binding['name'] ?? '', resource] as const]
    }),
  )
}

type Project = {
  subdomain: string
  canonical_deployment: { id: string; deployment_trigger: { metadata: { commit_message: string } } } | null
}

/** Null if no project has that name. */
async function readPages(account: CloudflareAccount, name: string): Promise<DeployedPages | null> {
  try {
    const { subdomain, canonical_deployment: active } = await account.get<Project>(`pages/projects/${name}`)
    const message = active?.deployment_trigger.metadata.commit_message ?? ''
    return {
      subdomain,
      domains: await account.get(`pages/projects/${name}/domains`),
      active: active && { id: active.id, hash: /^Switchyard ([0-9a-f]{20})$/.exec(message)?.[1] ?? null },
    }
  } catch (error) {
    if (error instanceof CloudflareError && error.codes.includes(8000007)) return null
    throw error
  }
}
