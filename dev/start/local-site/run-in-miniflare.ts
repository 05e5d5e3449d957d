import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4ModuleDefinition, type V4WorkerOptions } from 'miniflare'
import { rolldown } from 'rolldown'
import { transformWithOxc } from 'vite'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig, type SourcelessWorkerOptions } from 'wrangler'
import { ROOT } from '../../processes/run.ts'
import { pageVars } from '../../settings/page-vars.ts'
import { API_WORKER, CLOCK_WORKER, PAGES_WORKER, RUNNER_WORKER } from '../../settings/worker-names.ts'
import { BUILT, builtModule, runnerModules } from './built-modules.ts'
import { atPort } from './miniflare-options.ts'
import { CLOCK_SERVICE, workerConfigs, type WorkerConfigs } from './worker-configs.ts'

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
  const siteOrigin = `http://localhost:${port}`
  const configs = workerConfigs({ vars, siteOrigin, outboxUrl, clockUrl })
  const runnerBindings = bindingsOf('wrangler.runner.toml', configs.runner)
  const apiConfig = wrapper === undefined ? configs.api : asOneWorker(configs)
  const apiBindings = bindingsOf('wrangler.toml', {
    ...apiConfig,
    ratelimits: unlimited ? [] : apiConfig.ratelimits.map((each: object) => ({ ...each, simple: UNREACHABLE })),
    queues: atOnce(apiConfig.queues),
  })
  const common = { rootPath: ROOT, compatibilityDate: configs.api.compatibility_date ?? '', modules: true }
  const toClock = clockUrl === undefined ? [] : [CLOCK_SERVICE]
  const pages: V4WorkerOptions = {
    ...bindingsOf('web/wrangler.toml', { vars: pageVars(vars), services: [TO_API, ...toClock] }),
    ...common,
    name: PAGES_WORKER,
    scriptPath: 'web/dist/_worker.js',
    assets: {
      directory: join(ROOT, 'web/dist'),
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    },
    ...directSocket(pagesPort),
  }
  const api: V4WorkerOptions = {
    ...apiBindings,
    ...common,
    name: API_WORKER,
    modulesRoot: BUILT,
    modules: wrapper === undefined ? [builtModule('api')] : wrappedModules(wrapper),
    ...directSocket(apiPort),
  }
  const runner: V4WorkerOptions = {
    ...runnerBindings,
    ...common,
    name: RUNNER_WORKER,
    modulesRoot: BUILT,
    modules: runnerModules(),
  }
  const outbox: V4WorkerOptions = {
    ...common,
    name: 'outbox',
    script: await withoutTypes('dev/stand-ins/outbox/email-binding.ts'),
    bindings: { OUTBOX_URL: outboxUrl },
  }
  const clock: V4WorkerOptions = {
    ...bindingsOf('wrangler.toml', { ...configs.clock, queues: { producers: [], consumers: [] } }),
    ...common,
    name: CLOCK_WORKER,
    modulesRoot: BUILT,
    modules: clockUrl === undefined ? [] : await clockModules(),
  }
  const workers = [
    pages,
    api,
    ...(wrapper === undefined ? [runner] : []),
    outbox,
    ...(clockUrl === undefined ? [] : [clock]),
  ]
  const inspector = inspectorPort === undefined ? {} : { inspectorPort }
  return new Miniflare(convertV4MiniflareOptions({ ...atPort(port, persistTo, onLogLine), ...inspector, workers }))
}

/** The Worker's bindings as Miniflare takes them: those of its wrangler.toml, with what this machine has instead. */
function bindingsOf(file: string, local: object): SourcelessWorkerOptions {
  const config = unstable_readConfig({ config: join(ROOT, file) })
  const { workerOptions } = unstable_getMiniflareWorkerOptions({ ...config, send_email: [], ...local })
  // The built bundle has no rules for other modules.
  const { modulesRules: _, ...bindings } = workerOptions
  return bindings
}

/** Both Workers as one: the Runners are its own, and what one asks of the other it asks of itself. */
function asOneWorker({ api, runner }: WorkerConfigs) {
  const { compatibility_flags, durable_objects, migrations } = runner
  const services = api.services.map((each) => (each.service === runner.name ? { ...each, service: api.name } : each))
  return { ...api, compatibility_flags, durable_objects, migrations, services }
}

/** Does what cron triggers and the queue start, with all that the API Worker has. */
async function clockModules(): Promise<V4ModuleDefinition[]> {
  const contents = await bundleClock()
  return [{ type: 'ESModule', path: join(BUILT, 'clock.js'), contents }, builtModule('api')]
}

/** Around the built API Worker. */
async function bundleClock(): Promise<string> {
  const builtApi = {
    name: 'built-api',
    resolveId: (source: string) =>
      source.endsWith('/worker/app/index.ts') ? { id: './api/index.js', external: true } : null,
  }
  const input = 'dev/start/clock/clock-binding.ts'
  const bundle = await rolldown({ cwd: ROOT, input, external: [/^cloudflare:/, /^node:/], plugins: [builtApi] })
  const { output } = await bundle.generate({ format: 'es' })
  return output[0].code
}

/** The wrapper, which comes first because the first is the entry, and both built Workers. */
function wrappedModules(wrapper: string): V4ModuleDefinition[] {
  const entry: V4ModuleDefinition = { type: 'ESModule', path: join(BUILT, 'wrapper.js'), contents: wrapper }
  return [entry, builtModule('api'), ...runnerModules()]
}

async function withoutTypes(path: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(ROOT, path), 'utf8'), path)
  return code
}

/** A socket of workerd's own, without the Worker that Miniflare puts in front. */
function directSocket(port: number | undefined): Pick<V4WorkerOptions, 'unsafeDirectSockets'> {
  return port === undefined ? {} : { unsafeDirectSockets: [{ host: '127.0.0.1', port }] }
}

const TO_API = { binding: 'API', service: API_WORKER }
const UNREACHABLE = { limit: 1_000_000, period: 60 } as const

/** No job waits for others. */
function atOnce({ producers, consumers }: { producers: object[]; consumers: object[] }) {
  return { producers, consumers: consumers.map((each) => ({ ...each, max_batch_timeout: 0 })) }
}
