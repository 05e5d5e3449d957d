import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { runnerVars } from '../../settings/runner-vars.ts'
import { readDeploymentFile, type DeploymentFile } from './deployment-file.ts'

type Database = { binding: string; database_name: string; database_id?: string; migrations_dir?: string }
type Namespace = { binding: string; id?: string }
type ObjectBinding = { name: string; class_name: string; script_name?: string }
type Consumer = { queue: string; dead_letter_queue?: string }

/** A migration of Durable Objects' classes. */
type ObjectMigration = {
  tag: string
  new_sqlite_classes?: string[]
}

/** What this reads of a wrangler.toml; the rest goes through as it is. */
export type WranglerConfig = {
  name: string
  main?: string
  account_id?: string
  pages_build_output_dir?: string
  vars?: Record<string, unknown>
  d1_databases?: Database[]
  kv_namespaces?: Namespace[]
  queues?: { producers?: { queue: string }[]; consumers?: Consumer[] }
  services?: { binding: string; service: string }[]
  triggers?: { crons?: string[] }
  ai?: { binding?: string }
  durable_objects?: { bindings: ObjectBinding[] }
  migrations?: ObjectMigration[]
}

/** `worker` is the API's. */
export type DeployedConfig = { worker: WranglerConfig; runner: WranglerConfig; pages: WranglerConfig }

/** The three wrangler.toml with the operator's names, settings and ids. An id of zeros counts as none. */
export function deployedConfig(root: string, file: DeploymentFile): DeployedConfig {
  const worker = withOwn(readToml(join(root, 'wrangler.toml')), file)
  const runner = withOwn(readToml(join(root, 'wrangler.runner.toml')), file)
  return {
    worker,
    // Its own [vars] are for those who deploy by hand.
    runner: { ...runner, vars: runnerVars(worker.vars ?? {}) },
    pages: withOwn(readToml(join(root, 'web', 'wrangler.toml')), file),
  }
}

/** Where the merged configs are for wrangler: the Workers' files, and the folder of the pages. */
export function writeDeployedConfig(root: string, { worker, runner, pages }: DeployedConfig, pagesBuild: string) {
  const folder = join(root, 'out', 'deployment')
  const pagesFolder = join(folder, 'pages')
  mkdirSync(pagesFolder, { recursive: true })
  const [workerFile, runnerFile] = [join(folder, 'wrangler.json'), join(folder, 'wrangler.runner.json')]
  writeFileSync(workerFile, JSON.stringify(absolute(root, worker), null, 2))
  writeFileSync(runnerFile, JSON.stringify(absolute(root, runner), null, 2))
  writeFileSync(
    join(pagesFolder, 'wrangler.json'),
    // Pages takes no account from its file.
    JSON.stringify({ ...pages, account_id: undefined, pages_build_output_dir: pagesBuild }, null, 2),
  )
  return { workerFile, runnerFile, pagesFolder }
}

function absolute(root: string, worker: WranglerConfig): WranglerConfig {
  return {
    ...worker,
    ...(worker.main !== undefined && { main: resolve(root, worker.main) }),
    ...(worker.d1_databases && {
      d1_databases: worker.d1_databases.map((each) => ({ ...each, migrations_dir: migrationsFolder(root, each) })),
    }),
  }
}

/** The Worker's file for commands that reach the deployed product. */
export function deployedConfigFile(root: string): string {
  const config = deployedConfig(root, readDeploymentFile(root))
  return writeDeployedConfig(root, config, join(root, 'web', 'dist')).workerFile
}

export function migrationsFolder(root: string, { migrations_dir = 'migrations' }: Database): string {
  return resolve(root, migrations_dir)
}

/** All queues that the config names, each once. */
export function queuesOf({ queues }: WranglerConfig): string[] {
  const consumers = queues?.consumers ?? []
  const names = [
    ...(queues?.producers ?? []).map(({ queue }) => queue),
    ...consumers.map(({ queue }) => queue),
    ...consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []),
  ]
  return [...new Set(names)]
}

function readToml(config: string): WranglerConfig {
  const { rawConfig } = experimental_readRawConfig({ config })
  if (rawConfig.name === undefined) throw new Error(`${config} has no name.`)
  return rawConfig as WranglerConfig
}

function withOwn(config: WranglerConfig, file: DeploymentFile): WranglerConfig {
  const called = (name: string) => file.names[name] ?? name
  const dead = config.queues?.consumers?.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? [])[0]
  return {
    ...config,
    name: called(config.name),
    ...(file.account_id !== undefined && { account_id: file.account_id }),
    ...(config.vars && {
      vars: { ...config.vars, ...file.vars, ...(dead !== undefined && { DEAD_LETTER_QUEUE: called(dead) }) },
    }),
    ...(config.d1_databases && {
      d1_databases: config.d1_databases.map(({ database_id, ...each }) => ({
        ...each,
        database_name: called(each.database_name),
        ...idOr('database_id', file.d1_databases[each.binding] ?? database_id),
      })),
    }),
    ...(config.kv_namespaces && {
      kv_namespaces: config.kv_namespaces.map(({ id, ...each }) => ({
        ...each,
        ...idOr('id', file.kv_namespaces[each.binding] ?? id),
      })),
    }),
    ...(config.queues && {
      queues: {
        ...config.queues,
        producers: config.queues.producers?.map((each) => ({ ...each, queue: called(each.queue) })) ?? [],
        consumers:
          config.queues.consumers?.map((each) => ({
            ...each,
            queue: called(each.queue),
            ...(each.dead_letter_queue !== undefined && { dead_letter_queue: called(each.dead_letter_queue) }),
          })) ?? [],
      },
    }),
    ...(config.durable_objects && {
      durable_objects: {
        bindings: config.durable_objects.bindings.map(({ script_name, ...each }) => ({
          ...each,
          ...(script_name !== undefined && { script_name: called(script_name) }),
        })),
      },
    }),
    ...(config.services && {
      services: config.services.map((each) => ({ ...each, service: called(each.service) })),
    }),
  }
}

function idOr<Key extends string>(key: Key, id: string | undefined): { [key in Key]?: string } {
  const isSet = id !== undefined && !/^0{8}/.test(id)
  return isSet ? ({ [key]: id } as { [key in Key]?: string }) : {}
}
