import { migrationsFolder, type DeployedConfig } from '../config/deployed-config.ts'
import { migrationsIn, readDatabaseState, type DatabaseState } from './database-migrations.ts'
import { DEPLOYMENT_FILE } from '../config/deployment-file.ts'
import type { CloudflareAccount } from './cloudflare-api.ts'
import type { Deployed } from './read-deployed.ts'

/** `id`: null while there is no database. */
type DatabasePlan = { binding: string; name: string; id: string | null; pending: string[] }

const RENAME = (name: string) => `Give yours another name: "names": {"${name}": "…"} in ${DEPLOYMENT_FILE}.`

/** Finds what stands in the way, taken names and ids of what is gone, and the migrations that each D1 still lacks. */
export async function findConflicts(
  root: string,
  account: CloudflareAccount,
  config: DeployedConfig,
  deployed: Deployed,
) {
  const conflicts: string[] = []
  const databases: DatabasePlan[] = []
  /** Ids of our resources: a Worker that has one of them is ours, also while one is replaced by a restored one. */
  const own = new Set<string>()
  for (const database of config.worker.d1_databases ?? []) {
    const { binding, database_name: name, database_id } = database
    const files = migrationsIn(migrationsFolder(root, database))
    const existing = deployed.databases.find((each) => (database_id ? each.id === database_id : each.name === name))
    if (database_id && !existing)
      conflicts.push(
        `${binding}: the account has no D1 database ${database_id}. Restore it, or delete its id from ${DEPLOYMENT_FILE} to begin with an empty one.`,
      )
    const state: DatabaseState = existing
      ? await readDatabaseState(account, existing.id)
      : { applied: [], otherTables: [] }
    if (state.otherTables.length > 0)
      conflicts.push(
        `${binding}: the D1 database ${name} holds other tables (${state.otherTables.slice(0, 3).join(', ')}). ${RENAME(name)}`,
      )
    if (state.isOlder)
      conflicts.push(
        `${binding}: the D1 database ${name} is of an older release, which cannot be read. ${RENAME(name)}`,
      )
    if (existing) own.add(existing.id)
    const pending = files.filter((file) => !state.applied.includes(file))
    databases.push({ binding, name, id: existing?.id ?? null, pending })
  }
  for (const { binding, id } of config.worker.kv_namespaces ?? []) {
    if (id) own.add(id)
    if (id && !deployed.namespaces.some((each) => each.id === id))
      conflicts.push(
        `${binding}: the account has no KV namespace ${id}. Delete its id from ${DEPLOYMENT_FILE} to make a new one.`,
      )
  }
  const worker = config.worker.name
  for (const [name, known] of [[worker, deployed.worker] as const, [config.runner.name, deployed.runner] as const])
    if (known?.active && ![...known.resources.values()].some((id) => own.has(id)))
      conflicts.push(`The account has another Worker called ${name}. ${RENAME(name)}`)
  for (const { name, consumers } of deployed.queues) {
    const other = consumers.find((each) => each !== worker)
    if (other) conflicts.push(`The queue ${name} belongs to the Worker ${other}. ${RENAME(name)}`)
  }
  // Our pages are only ever deployed after the API Worker, to which they are bound.
  const project = config.pages.name
  if (deployed.pages?.active && !deployed.worker?.active)
    conflicts.push(`The account has another Pages project called ${project}. ${RENAME(project)}`)
  return { conflicts, databases }
}
