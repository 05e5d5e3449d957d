import { migrationsFolder, type DeployedConfig } from '../config/deployed-config.ts'
import { migrationsIn, readDatabaseState, type DatabaseState } from './database-migrations.ts'
import { DEPLOYMENT_FILE } from '../config/deployment-file.ts'
import type { CloudflareAccount } from './cloudflare-api.ts'
import { adoptedNamespaces } from './missing-resources.ts'
import type { Deployed } from './read-deployed.ts'

/** `id`: null while there is no database. */
type DatabasePlan = { binding: string; name: string; id: string | null; pending: string[] }

/** `foreign`: the name of something that is not ours, which an operator may take all the same. */
export type Conflict = { what: string; foreign?: string }

const RENAME = (name: string) => `Give yours another name: "names": {"${name}": "…"} in ${DEPLOYMENT_FILE}.`

/** Finds what stands in the way, taken names and ids of what is gone, and the migrations that each D1 still lacks. */
export async function findConflicts(
  root: string,
  account: CloudflareAccount,
  config: DeployedConfig,
  deployed: Deployed,
) {
  const conflicts: Conflict[] = []
  const refuse = (what: string, foreign?: string) => conflicts.push({ what, ...(foreign !== undefined && { foreign }) })
  const databases: DatabasePlan[] = []
  /** Ids of our resources: a Worker that has one of them is ours, also while one is replaced by a restored one. */
  const own = new Set<string>()
  for (const database of config.worker.d1_databases ?? []) {
    const { binding, database_name: name, database_id } = database
    const files = migrationsIn(migrationsFolder(root, database))
    const existing = deployed.databases.find((each) => (database_id ? each.id === database_id : each.name === name))
    if (database_id && !existing)
      refuse(
        `${binding}: the account has no D1 database ${database_id}. Restore it, or delete its id from ${DEPLOYMENT_FILE} to begin with an empty one.`,
      )
    const state: DatabaseState = existing
      ? await readDatabaseState(account, existing.id)
      : { applied: [], otherTables: [] }
    if (state.otherTables.length > 0)
      refuse(
        `${binding}: the D1 database ${name} holds other tables (${state.otherTables.slice(0, 3).join(', ')}). ${RENAME(name)}`,
        name,
      )
    else if (!state.isOlder && state.applied.length > 0 && !state.applied.some((file) => files.includes(file)))
      refuse(
        `${binding}: the D1 database ${name} has the migrations of something else (${state.applied[0]}). ${RENAME(name)}`,
        name,
      )
    if (state.isOlder)
      refuse(`${binding}: the D1 database ${name} is of an older release, which cannot be read. ${RENAME(name)}`)
    if (existing) own.add(existing.id)
    const pending = files.filter((file) => !state.applied.includes(file))
    databases.push({ binding, name, id: existing?.id ?? null, pending })
  }
  for (const { binding, id } of config.worker.kv_namespaces ?? []) {
    if (id) own.add(id)
    if (id && !deployed.namespaces.some((each) => each.id === id))
      refuse(
        `${binding}: the account has no KV namespace ${id}. Delete its id from ${DEPLOYMENT_FILE} to make a new one.`,
      )
  }
  const ofWorkers = [deployed.worker, deployed.runner].flatMap((known) => [...(known?.resources.values() ?? [])])
  // One without keys is of an earlier run that was stopped, or as good as new.
  for (const { id, name } of adoptedNamespaces(config, deployed))
    if (
      !ofWorkers.includes(id) &&
      (await account.get<object[]>(`storage/kv/namespaces/${id}/keys?limit=10`)).length > 0
    )
      refuse(`The KV namespace ${name} holds the keys of something else. ${RENAME(config.worker.name)}`, name)
  const worker = config.worker.name
  for (const [name, known] of [[worker, deployed.worker] as const, [config.runner.name, deployed.runner] as const])
    if (known?.active && ![...known.resources.values()].some((id) => own.has(id)))
      refuse(`The account has another Worker called ${name}. ${RENAME(name)}`)
  for (const { name, consumers } of deployed.queues) {
    const other = consumers.find((each) => each !== worker)
    if (other) refuse(`The queue ${name} belongs to the Worker ${other}. ${RENAME(name)}`)
  }
  // Our pages are only ever deployed after the API Worker, to which they are bound.
  const project = config.pages.name
  if (deployed.pages?.active && (!deployed.worker?.active || deployed.pages.active.hash === null))
    refuse(`The account has another Pages project called ${project}. ${RENAME(project)}`, project)
  return { conflicts, databases }
}
