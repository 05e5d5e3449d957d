import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { durableObjectsOf } from '../../start/local-site/miniflare-options.ts'
import { listen } from '../stand-in/listen.ts'
import type { AccountState, Binding, StoredScript, StoredVersion } from './account-state.ts'
import { fillServedDatabase } from './fill-served-database.ts'

type Names = { worker: string; project: string }

/**
 * Serves what was deployed to the stand-in's account, at an origin of its own: the version and the deployment that
 * answer, run in workerd with their bindings, settings, secrets and D1's content.
 */
export async function serveDeployed(account: AccountState, names: Names) {
  let running: { key: string; miniflare: Promise<Miniflare> } | null = null
  const current = async (): Promise<Miniflare | null> => {
    const deployed = findDeployed(account, names)
    if (!deployed) return null
    // Requests that arrive together wait for the same start.
    if (running?.key !== deployed.key) {
      const before = running?.miniflare
      const start = async () => {
        await (await before)?.dispose()
        return startMiniflare(account, deployed, names)
      }
      running = { key: deployed.key, miniflare: start() }
    }
    return running.miniflare
  }
  const server = await listen(0, () => async (request) => {
    const miniflare = await current()
    if (!miniflare) return new Response('Nothing is deployed here.', { status: 522 })
    const { pathname, search } = new URL(request.url)
    const answer = await miniflare.dispatchFetch(`https://site.test${pathname}${search}`, { redirect: 'manual' })
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain' },
    })
  })
  return {
    origin: server.origin,
    close: async () => {
      await server.close()
      await (await running?.miniflare)?.dispose()
    },
  }
}

type Deployed = NonNullable<ReturnType<typeof findDeployed>>

function findDeployed(account: AccountState, { worker, project }: Names) {
  const script = account.scripts.get(worker)
  const version = script && activeVersion(script)
  const pages = account.projects.get(project)
  const deployment = pages?.deployments.find(({ info }) => info.id === pages.rolledBackTo) ?? pages?.deployments[0]
  if (!script || !version || !deployment) return null
  const beside = boundScripts(account, version)
  const key = [version, ...beside.map((each) => each.version)].map(({ id }) => id).join(' ')
  return { script, version, deployment, beside, key: `${key} ${deployment.info.id}` }
}

/** The other Workers that this version's bindings lead to, as they are deployed. */
function boundScripts({ scripts }: AccountState, { bindings }: StoredVersion) {
  const names = bindings.flatMap((binding) => binding['script_name'] ?? binding['service'] ?? []).map(String)
  return [...new Set(names)].flatMap((name) => {
    const script = scripts.get(name)
    const version = script && activeVersion(script)
    return script && version ? [{ script, version }] : []
  })
}

function activeVersion({ versions, deployments }: StoredScript): StoredVersion | undefined {
  return versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id)
}

async function startMiniflare(account: AccountState, deployed: Deployed, names: Names): Promise<Miniflare> {
  const { script, version, deployment, beside } = deployed
  const pages: V4WorkerOptions = {
    name: names.project,
    modules: modulesOf(deployment.bundle),
    compatibilityDate: '2026-08-01',
    compatibilityFlags: ['nodejs_compat'],
    serviceBindings: {
      API: names.worker,
      ASSETS: (request: { url: string }) => asset(account, deployment.manifest, new URL(request.url).pathname),
    },
    kvNamespaces: ['CACHE'],
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        pages,
        workerOptions(script, version),
        ...beside.map((each) => workerOptions(each.script, each.version)),
      ],
    }),
  )
  // Health and public pages need no search index.
  const database = version.bindings.find(({ name }) => name === 'DB')
  const stored = account.databases.get(String(database?.['id']))
  if (stored) await fillServedDatabase(stored.sql, await miniflare.getD1Database('DB', names.worker))
  return miniflare
}

function workerOptions(script: StoredScript, version: StoredVersion): V4WorkerOptions {
  const plain = ofType(version, 'plain_text').map((binding) => [binding.name, String(binding['text'] ?? '')])
  const metadata = ofType(version, 'version_metadata').map((binding) => [
    binding.name,
    { id: version.id, tag: '', timestamp: '' },
  ])
  const named = (type: string) => ofType(version, type).map((binding) => binding.name)
  const classes = ofType(version, 'durable_object_namespace').map((binding) => ({
    name: binding.name,
    class_name: String(binding['class_name']),
    script_name: binding['script_name'] === undefined ? undefined : String(binding['script_name']),
  }))
  const services = ofType(version, 'service').map((binding) => [
    binding.name,
    { name: String(binding['service']), entrypoint: String(binding['entrypoint']) },
  ])
  return {
    name: script.name,
    modules: modulesOf(version.modules),
    compatibilityDate: String(version.metadata['compatibility_date']),
    compatibilityFlags: [version.metadata['compatibility_flags'] ?? []].flat().map(String),
    bindings: { ...Object.fromEntries([...plain, ...metadata]), ...Object.fromEntries(script.secrets) },
    d1Databases: named('d1'),
    kvNamespaces: named('kv_namespace'),
    queueProducers: Object.fromEntries(
      ofType(version, 'queue').map((binding) => [binding.name, String(binding['queue_name'])]),
    ),
    durableObjects: durableObjectsOf(classes),
    serviceBindings: Object.fromEntries(services),
  }
}

function ofType({ bindings }: StoredVersion, type: string): Binding[] {
  return bindings.filter((binding) => binding.type === type)
}

/** The first is the entry; maps and metadata are for Cloudflare alone. */
function modulesOf(parts: ReadonlyMap<string, Uint8Array>) {
  return [...parts]
    .filter(([name]) => /\.(?:m?js|wasm)$/.test(name))
    .map(([path, contents]) => {
      return { type: path.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const), path, contents }
    })
}

function asset(account: AccountState, manifest: Record<string, string>, pathname: string) {
  const stored = account.assets.get(manifest[pathname] ?? '')
  return stored
    ? new Response(Buffer.from(stored.base64, 'base64'), { headers: { 'content-type': stored.contentType } })
    : new Response('Not found', { status: 404 })
}
