import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4ModuleDefinition, type V4WorkerOptions } from 'miniflare'
import { rolldown } from 'rolldown'
import { transformWithOxc } from 'vite'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../processes/run.ts'
import { pageVars } from '../settings/page-vars.ts'
import { runnerVars } from '../settings/runner-vars.ts'
import { API_WORKER, CLOCK_WORKER, PAGES_WORKER, RUNNER_WORKER } from '../settings/worker-names.ts'
import { atPort, durableObjectsOf, type DurableObjectBinding } from './miniflare-options.ts'

export type MiniflareRun = {
  port: number
  vars: Record<string, string>
  outboxUrl: string
  /** Where the movable clock is; without it, the Runners keep the real time. */
  clockUrl?: string
  /** Where D1, KV and the Runners live on after this process; without it, all begins and ends empty. */
  persistTo?: string
  /** Where the API Worker also listens alone, without anything in front: for benches. */
  apiPort?: number
  /** Where the pages also listen alone, behind no more than the platform's router of files: for benches. */
  pagesPort?: number
  /** Without limiters of calls: Miniflare's write to a database for each call, which Cloudflare's do not. For benches. */
  unlimited?: boolean
  /**
   * A module around both built Workers, which it imports as "./api/index.js" and "./runner/index.js". They then run as one,
   * so that it sees what both do: for benches.
   */
  wrapper?: string
  /** Where workerd's inspector listens: for benches. */
  inspectorPort?: number
  /** Hears each line that the Workers write. */
  onLogLine?: (line: string) => void
}

/** What Miniflare needs to know of a wrangler.toml. */
type Config = {
  compatibility_date: string
  compatibility_flags: string[]
  durable_objects: { bindings: DurableObjectBinding[] }
  queues: { producers: { binding: string; queue: string }[]; consumers: Consumer[] }
  ratelimits: { name: string; namespace_id: string }[]
}
type Consumer = { queue: string; max_batch_size: number; max_retries: number; dead_letter_queue?: string }

const BUILT = join(ROOT, 'out')
const CLOCK_OF_WORKERS = { name: CLOCK_WORKER, entrypoint: 'Clock' }

/**
 * Runs the built pages, the built Workers and the outbox's email binding in one workerd, with an empty D1 and KV.
 * Wrangler's test server would put a second workerd in front, which doubles the CPU time of a request.
 *
 * Two settings are for tests: nobody reaches a rate limit, and the queue delivers at once.
 */
export async function runInMiniflare({
  port,
  vars,
  outboxUrl,
  clockUrl,
  persistTo,
  apiPort,
  pagesPort,
  unlimited = false,
  wrapper,
  inspectorPort,
  onLogLine,
}: MiniflareRun): Promise<Miniflare> {
  const config: Config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const runnerConfig: Config = unstable_readConfig({ config: join(ROOT, 'wrangler.runner.toml') })
  const runnerName = wrapper === undefined ? RUNNER_WORKER : API_WORKER
  const settings = { ...vars, SITE_ORIGIN: `http://localhost:${port}` }
  const queueOf = (own: Config): Pick<V4WorkerOptions, 'queueProducers'> =>
    clockUrl === undefined ? { queueProducers: producersOf(own) } : {}
  const clockBindings: NonNullable<V4WorkerOptions['serviceBindings']> =
    clockUrl === undefined
      ? {}
      : {
          CLOCK: CLOCK_OF_WORKERS,
          QUEUE: { name: CLOCK_WORKER, entrypoint: 'JobQueue' },
        }
  const common = { rootPath: ROOT, compatibilityDate: config.compatibility_date, modules: true }
  const pages: V4WorkerOptions = {
    ...common,
    name: PAGES_WORKER,
    scriptPath: 'web/dist/_worker.js',
    compatibilityFlags: ['nodejs_compat'],
    assets: { directory: join(ROOT, 'web/dist'), binding: 'ASSETS', routerConfig: { has_user_worker: true } },
    ...directSocket(pagesPort),
    serviceBindings: { API: API_WORKER, ...(clockUrl !== undefined && { CLOCK: CLOCK_OF_WORKERS }) },
    kvNamespaces: ['CACHE'],
    bindings: pageVars(vars),
  }
  const api: V4WorkerOptions = {
    ...common,
    name: API_WORKER,
    modulesRoot: BUILT,
    modules: wrapper === undefined ? [builtModule('api')] : wrappedModules(wrapper),
    ...directSocket(apiPort),
    compatibilityFlags: (wrapper === undefined ? config : runnerConfig).compatibility_flags,
    d1Databases: ['DB', 'SEARCH'],
    durableObjects: durableObjectsOf((wrapper === undefined ? config : runnerConfig).durable_objects.bindings),
    kvNamespaces: ['CACHE'],
    ...queueOf(config),
    queueConsumers: Object.fromEntries(config.queues.consumers.map((consumer) => [consumer.queue, atOnce(consumer)])),
    ratelimits: Object.fromEntries(
      (unlimited ? [] : config.ratelimits).map(({ name, namespace_id }) => [
        name,
        { namespace_id, simple: UNREACHABLE },
      ]),
    ),
    serviceBindings: {
      EMAIL: { name: 'outbox', entrypoint: 'Outbox' },
      FILTER_COMPILER: { name: runnerName, entrypoint: 'FilterCompiler' },
      RUNNER_HEALTH: { name: runnerName, entrypoint: 'RunnerHealth' },
      ...clockBindings,
    },
    bindings: settings,
  }
  const runner: V4WorkerOptions = {
    ...common,
    name: RUNNER_WORKER,
    modulesRoot: BUILT,
    modules: [builtModule('runner')],
    compatibilityFlags: runnerConfig.compatibility_flags,
    d1Databases: ['DB'],
    durableObjects: durableObjectsOf(runnerConfig.durable_objects.bindings),
    kvNamespaces: ['CACHE'],
    ...queueOf(runnerConfig),
    serviceBindings: clockBindings,
    bindings: runnerVars(settings),
  }
  const outbox: V4WorkerOptions = {
    ...common,
    name: 'outbox',
    script: await withoutTypes('dev/outbox/email-binding.ts'),
    bindings: { OUTBOX_URL: outboxUrl },
  }
  const workers = [
    pages,
    api,
    ...(wrapper === undefined ? [runner] : []),
    outbox,
    ...(clockUrl === undefined ? [] : [await clockWorker(api, clockUrl)]),
  ]
  const inspector = inspectorPort === undefined ? {} : { inspectorPort }
  return new Miniflare(convertV4MiniflareOptions({ ...atPort(port, persistTo, onLogLine), ...inspector, workers }))
}

/** Does what cron triggers and the queue start, with all that the API Worker has. */
async function clockWorker(api: V4WorkerOptions, CLOCK_URL: string): Promise<V4WorkerOptions> {
  const { CLOCK: _clock, QUEUE: _queue, ...services } = api.serviceBindings ?? {}
  const { unsafeDirectSockets: _sockets, queueConsumers: _consumers, ...same } = api
  return {
    ...same,
    name: CLOCK_WORKER,
    modules: [{ type: 'ESModule', path: join(BUILT, 'clock.js'), contents: await bundleClock() }, builtModule('api')],
    serviceBindings: services,
    bindings: { ...api.bindings, CLOCK_URL },
  }
}

/** Around the built API Worker. */
async function bundleClock(): Promise<string> {
  const builtApi = {
    name: 'built-api',
    resolveId: (source: string) =>
      source.endsWith('/worker/app/index.ts') ? { id: './api/index.js', external: true } : null,
  }
  const input = 'dev/clock/clock-binding.ts'
  const bundle = await rolldown({ cwd: ROOT, input, external: [/^cloudflare:/, /^node:/], plugins: [builtApi] })
  const { output } = await bundle.generate({ format: 'es' })
  return output[0].code
}

/** A built Worker, at its path in `out`. */
function builtModule(worker: 'api' | 'runner'): V4ModuleDefinition {
  const path = join(BUILT, worker, 'index.js')
  return { type: 'ESModule', path, contents: readFileSync(path) }
}

/** The wrapper, which comes first because the first is the entry, and both built Workers. */
function wrappedModules(wrapper: string): V4ModuleDefinition[] {
  const entry: V4ModuleDefinition = { type: 'ESModule', path: join(BUILT, 'wrapper.js'), contents: wrapper }
  return [entry, builtModule('api'), builtModule('runner')]
}

function producersOf({ queues }: Config): Record<string, string> {
  return Object.fromEntries(queues.producers.map(({ binding, queue }) => [binding, queue]))
}

async function withoutTypes(path: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(ROOT, path), 'utf8'), path)
  return code
}

/** A socket of workerd's own, without the Worker that Miniflare puts in front. */
function directSocket(port: number | undefined): Pick<V4WorkerOptions, 'unsafeDirectSockets'> {
  return port === undefined ? {} : { unsafeDirectSockets: [{ host: '127.0.0.1', port }] }
}

const UNREACHABLE = { limit: 1_000_000, period: 60 } as const

function atOnce({ max_batch_size, max_retries, dead_letter_queue }: Consumer) {
  return {
    maxBatchSize: max_batch_size,
    maxBatchTimeout: 0,
    maxRetries: max_retries,
    ...(dead_letter_queue && { deadLetterQueue: dead_letter_queue }),
  }
}
