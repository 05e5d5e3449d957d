import type { DatabaseSync } from 'node:sqlite'

/** A Cloudflare account as the stand-in keeps it, in memory. */
export type AccountState = ReturnType<typeof emptyAccount>

export type StoredDatabase = {
  info: { uuid: string; name: string }
  sql: DatabaseSync
  /** All that was run, which is what bookmarks go back to. */ history: [string, readonly string[]][]
}

export type StoredQueue = {
  queue_id: string
  queue_name: string
  created_on: string
  consumers: StoredConsumer[]
  settings: { delivery_paused: boolean }
  /** Those that were sent through the API; nobody consumes them here. */
  messages: { body: Record<string, unknown>; content_type: string }[]
}

export type StoredConsumer = {
  consumer_id: string
  script_name: string
  dead_letter_queue?: string | undefined
  settings: Record<string, unknown>
}

/** A binding as its upload names it, such as {type: "d1", name: "DB", id: "…"}. */
export type Binding = { type: string; name: string } & Record<string, unknown>

export type StoredVersion = {
  id: string
  number: number
  created_on: string
  annotations: Record<string, string>
  /** Without the texts of secrets, which are kept apart. */
  bindings: Binding[]
  metadata: Record<string, unknown>
  /** The modules by name; the first is the main one. */
  modules: Map<string, Uint8Array>
}

export type StoredScript = {
  name: string
  created_on: string
  migration_tag: string | null
  /** Its classes of Durable Objects, with the ids of their namespaces. */
  classes: Map<string, string>
  versions: StoredVersion[]
  /** Newest first. */
  deployments: Deployment[]
  /** Written and replaced, never answered. */
  secrets: Map<string, string>
  schedules: string[]
  workersDev: { enabled: boolean; previews_enabled: boolean }
  settings: Record<string, unknown>
}

export type Deployment = {
  id: string
  created_on: string
  versions: { version_id: string; percentage: number }[]
  annotations: object
}

type StoredPagesDeployment = {
  info: { id: string } & Record<string, unknown>
  /** Paths to hashes of assets. */
  manifest: Record<string, string>
  bundle: Map<string, Uint8Array>
}

export type StoredProject = {
  id: string
  name: string
  subdomain: string
  production_branch: string
  created_on: string
  domains: { id: string; name: string; status: string }[]
  /** The older deployment that answers again. */
  rolledBackTo: string | null
  /** Newest first. */
  deployments: StoredPagesDeployment[]
}

/** One call of the API, in the order of arrival. */
type Call = { method: string; path: string; status: number }

export function emptyAccount(id: string, name: string) {
  return {
    id,
    name,
    databases: new Map<string, StoredDatabase>(),
    namespaces: new Map<string, { id: string; title: string }>(),
    /** Names of keys by the id of their namespace. */
    keys: new Map<string, string[]>(),
    queues: new Map<string, StoredQueue>(),
    scripts: new Map<string, StoredScript>(),
    projects: new Map<string, StoredProject>(),
    /** Domains of Workers. */
    domains: [] as { hostname: string; service: string }[],
    zones: [] as { id: string; name: string; routes: { id: string; pattern: string; script?: string }[] }[],
    /** Assets of Pages by their hash, as base64 with their type. */
    assets: new Map<string, { base64: string; contentType: string }>(),
    calls: [] as Call[],
    /** All that was made or written, such as "d1 switchyard", "secret switchyard-api TOKEN_KEYS". */
    made: [] as string[],
  }
}
