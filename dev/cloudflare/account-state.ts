import type { DatabaseSync } from 'node:sqlite'
import type { D1 } from 'cloudflare/resources/d1/d1'
import type { Namespace } from 'cloudflare/resources/kv/namespaces/namespaces'
import type { Deployment as PagesDeployment } from 'cloudflare/resources/pages/projects/projects'
import type { DomainListResponse } from 'cloudflare/resources/pages/projects/domains'
import type { Deployment } from 'cloudflare/resources/workers/scripts/deployments'

/** A Cloudflare account as the stand-in keeps it, in memory. */
export type AccountState = ReturnType<typeof emptyAccount>

export type StoredDatabase = { info: D1 & { uuid: string; name: string }; sql: DatabaseSync }

export type StoredQueue = {
  queue_id: string
  queue_name: string
  created_on: string
  consumers: StoredConsumer[]
  settings: { delivery_paused: boolean }
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

type StoredPagesDeployment = {
  info: PagesDeployment
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
  domains: DomainListResponse[]
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
    namespaces: new Map<string, Namespace>(),
    queues: new Map<string, StoredQueue>(),
    scripts: new Map<string, StoredScript>(),
    projects: new Map<string, StoredProject>(),
    /** Assets of Pages by their hash, as base64 with their type. */
    assets: new Map<string, { base64: string; contentType: string }>(),
    calls: [] as Call[],
    /** What was made or written, such as "d1 switchyard", "secret switchyard-api TOKEN_KEYS". */
    made: [] as string[],
    /** Each time a query planner's statistics were refreshed, such as "switchyard after 2 migrations". */
    optimized: [] as string[],
  }
}
