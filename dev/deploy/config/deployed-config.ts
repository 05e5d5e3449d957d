import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { nameSuffix, type Environment } from '../../processes/environment.ts'
import { runnerVars } from '../../settings/runner-vars.ts'
import { readDeploymentFile, type DeploymentFile } from './deployment-file.ts'

type Database = { binding: string; database_name: string; database_id?: string | undefined; migrations_dir?: string }
type Namespace = { binding: string; id?: string | undefined }
type Consumer = { queue: string; dead_letter_queue?: string }

/** The keys that this reads of a wrangler.toml; the rest goes through as it is. */
export type WranglerConfig = {
  name: string
  main?: string
  account_id?: string | undefined
  pages_build_output_dir?: string
  vars?: Record<string, unknown> | undefined
  d1_databases?: Database[] | undefined
  kv_namespaces?: Namespace[] | undefined
  ratelimits?: { name: string; namespace_id: string }[] | undefined
  queues?: { producers?: { queue: string }[]; consumers?: Consumer[] }
  services?: { binding: string; service: string }[]
  triggers?: { crons?: string[] }
  ai?: { binding?: string }
  migrations?: { tag: string }[]
}

/** `worker` is the API's. */
export type DeployedConfig = {
  environment: Environment
  worker: WranglerConfig
  runner: WranglerConfig
  pages: WranglerConfig
}

/** The three wrangler.toml with the operator's names, settings and ids. An id of zeros counts as none. */
export function deployedConfig(root: string, file: DeploymentFile): DeployedConfig {
  const worker = withLanguageModel(withOwn(readToml(join(root, 'wrangler.toml')), file))
  const runner = withOwn(readToml(join(root, 'wrangler.runner.toml')), file)
  return {
    environment: file.environment ?? 'production',
    worker,
    // Its own [vars] are for those who deploy by hand.
    runner: { ...runner, vars: runnerVars(worker.vars ?? {}) },
    pages: withOwn(readToml(join(root, 'web', 'wrangler.toml')), file),
  }
}

/** A deployment has Cloudflare's language models unless its settings say otherwise; tests and this machine have none. */
function withLanguageModel(worker: WranglerConfig): WranglerConfig {
  const AI_PROVIDER = worker.vars?.['AI_PROVIDER'] || 'workers-ai'
  const isBound = AI_PROVIDER === 'workers-ai'
  return { ...worker, vars: { ...worker.vars, AI_PROVIDER }, ...(isBound && { ai: { binding: 'AI' } }) }
}

/** Where the merged configs are for wrangler: the Workers' files, and the folder of the pages. */
export function writeDeployedConfig(
  root: string,
  { environment, worker, runner, pages }: DeployedConfig,
  pagesBuild: string,
) {
  const folder = join(root, 'out', `deployment${nameSuffix(environment)}`)
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
    d1_databases: worker.d1_databases?.map((each) => ({ ...each, migrations_dir: migrationsFolder(root, each) })),
  }
}

/** The Worker's file for commands that reach the deployed product. Throws where D1's id is not known. */
export function deployedConfigFile(root: string, environment: Environment): string {
  const config = deployedConfig(root, readDeploymentFile(root, environment))
  const { database_id } = config.worker.d1_databases?.find(({ binding }) => binding === 'DB') ?? {}
  if (database_id === undefined)
    throw new Error('deployment.json has no id of DB: `npm run deploy` writes what the account has, or makes it.')
  return writeDeployedConfig(root, config, builtAt(root).pages).workerFile
}

/** Tells where `dev/build.ts` puts its results. */
export function builtAt(root: string) {
  const bundle = (name: string) => join(root, 'out', name, 'index.js')
  return { bundles: { api: bundle('api'), runner: bundle('runner') }, pages: join(root, 'web', 'dist') }
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

/** Under which keys a config names what an operator may call otherwise, besides its own name. */
const NAMES = new Set(['service', 'queue', 'dead_letter_queue', 'database_name', 'script_name', 'dataset'])
/** How far the numbers of an environment's rate limiters are from those of wrangler.toml. */
const LIMITERS_APART: Record<Environment, number> = { production: 0, staging: 100 }

function withOwn(config: WranglerConfig, file: DeploymentFile): WranglerConfig {
  const { environment = 'production' } = file
  const ownName = (name: string) => {
    const ofEnvironment = name + nameSuffix(environment)
    return file.names[ofEnvironment] ?? ofEnvironment
  }
  const renamed = (key: string, value: unknown) =>
    typeof value === 'string' && NAMES.has(key) ? ownName(value) : value
  const own = JSON.parse(JSON.stringify(config), renamed) as WranglerConfig
  const dead = own.queues?.consumers?.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? [])[0]
  return {
    ...own,
    name: ownName(config.name),
    account_id: file.account_id,
    vars: own.vars && { ...own.vars, ...file.vars, ...(dead !== undefined && { DEAD_LETTER_QUEUE: dead }) },
    d1_databases: own.d1_databases?.map((each) => ({
      ...each,
      database_id: unlessZeros(file.d1_databases[each.binding] ?? each.database_id),
    })),
    ratelimits: own.ratelimits?.map((each) => ({
      ...each,
      namespace_id: String(Number(each.namespace_id) + LIMITERS_APART[environment]),
    })),
    kv_namespaces: own.kv_namespaces?.map((each) => ({
      ...each,
      id: unlessZeros(file.kv_namespaces[each.binding] ?? each.id),
    })),
  }
}

function unlessZeros(id: string | undefined): string | undefined {
  return id?.startsWith('00000000') ? undefined : id
}
