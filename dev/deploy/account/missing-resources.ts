import { queuesOf, type DeployedConfig } from '../config/deployed-config.ts'
import type { DeploymentFile } from '../config/deployment-file.ts'
import type { Deployed } from './read-deployed.ts'

/** Wrangler's commands that make what the config names and the account lacks. */
export function missingResources({ worker, pages }: DeployedConfig, deployed: Deployed): string[][] {
  const has = (all: readonly { name: string }[], wanted: string) => all.some(({ name }) => name === wanted)
  const databases = (worker.d1_databases ?? [])
    .filter((each) => each.database_id === undefined && !has(deployed.databases, each.database_name))
    .map((each) => ['d1', 'create', each.database_name])
  const namespaces = (worker.kv_namespaces ?? [])
    .filter((each) => each.id === undefined && !has(deployed.namespaces, namespaceTitle(worker.name, each.binding)))
    .map((each) => ['kv', 'namespace', 'create', namespaceTitle(worker.name, each.binding)])
  const queues = queuesOf(worker)
    .filter((name) => !has(deployed.queues, name))
    .map((name) => ['queues', 'create', name])
  const project = deployed.pages ? [] : [['pages', 'project', 'create', pages.name, '--production-branch', 'main']]
  return [...databases, ...namespaces, ...queues, ...project]
}

/** Namespaces of the account that have our names, though nobody has given us their ids. */
export function adoptedNamespaces({ worker }: DeployedConfig, { namespaces }: Deployed): Deployed['namespaces'] {
  const titles = (worker.kv_namespaces ?? [])
    .filter(({ id }) => id === undefined)
    .map(({ binding }) => namespaceTitle(worker.name, binding))
  return namespaces.filter(({ name }) => titles.includes(name))
}

/** Writes the ids of what the account has under the config's names. */
export function takeIds({ worker }: DeployedConfig, { databases, namespaces }: Deployed, file: DeploymentFile): void {
  const idOf = (all: readonly { id: string; name: string }[], wanted: string) => {
    const found = all.find(({ name }) => name === wanted)
    if (!found) throw new Error(`Cloudflare made no ${wanted}.`)
    return found.id
  }
  for (const { binding, database_name, database_id } of worker.d1_databases ?? [])
    file.d1_databases[binding] = database_id ?? idOf(databases, database_name)
  for (const { binding, id } of worker.kv_namespaces ?? [])
    file.kv_namespaces[binding] = id ?? idOf(namespaces, namespaceTitle(worker.name, binding))
}

function namespaceTitle(worker: string, binding: string): string {
  return `${worker}-${binding}`
}
