import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare'
import { transformWithOxc } from 'vite'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../processes/run.ts'
import { pageVars } from '../settings/page-vars.ts'

type Options = { port: number; vars: Record<string, string>; outboxUrl: string }

/** What Miniflare needs to know of wrangler.toml. */
type Config = {
  compatibility_date: string
  compatibility_flags: string[]
  queues: { producers: { binding: string; queue: string }[]; consumers: Consumer[] }
  ratelimits: { name: string; namespace_id: string }[]
}
type Consumer = { queue: string; max_batch_size: number; max_retries: number; dead_letter_queue?: string }

export const API_WORKER = 'switchyard-api'

/**
 * Runs the built pages, the built API Worker and the outbox's email binding in one workerd, with an empty D1 and KV.
 * Wrangler's test server would put a second workerd in front, which doubles the CPU time of a request.
 *
 * Two settings are for tests: nobody reaches a rate limit, and the queue delivers at once.
 */
export async function runInMiniflare({ port, vars, outboxUrl }: Options): Promise<Miniflare> {
  const config: Config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const common = { rootPath: ROOT, compatibilityDate: config.compatibility_date, modules: true }
  const pages: V4WorkerOptions = {
    ...common,
    name: 'switchyard',
    scriptPath: 'web/dist/_worker.js',
    compatibilityFlags: ['nodejs_compat'],
    assets: { directory: join(ROOT, 'web/dist'), binding: 'ASSETS', routerConfig: { has_user_worker: true } },
    serviceBindings: { API: API_WORKER },
    kvNamespaces: ['CACHE'],
    bindings: pageVars(vars),
  }
  const api: V4WorkerOptions = {
    ...common,
    name: API_WORKER,
    scriptPath: 'out/api/index.js',
    compatibilityFlags: config.compatibility_flags,
    d1Databases: ['DB'],
    kvNamespaces: ['CACHE'],
    queueProducers: Object.fromEntries(config.queues.producers.map(({ binding, queue }) => [binding, queue])),
    queueConsumers: Object.fromEntries(config.queues.consumers.map((consumer) => [consumer.queue, atOnce(consumer)])),
    ratelimits: Object.fromEntries(
      config.ratelimits.map(({ name, namespace_id }) => [name, { namespace_id, simple: UNREACHABLE }]),
    ),
    serviceBindings: { EMAIL: { name: 'outbox', entrypoint: 'Outbox' } },
    bindings: { ...vars, SITE_ORIGIN: `http://localhost:${port}` },
  }
  const outbox: V4WorkerOptions = {
    ...common,
    name: 'outbox',
    script: await withoutTypes('dev/outbox/email-binding.ts'),
    bindings: { OUTBOX_URL: outboxUrl },
  }
  const quiet = { log: new Log(LogLevel.ERROR), handleStructuredLogs: () => {} }
  return new Miniflare(convertV4MiniflareOptions({ host: '127.0.0.1', port, ...quiet, workers: [pages, api, outbox] }))
}

async function withoutTypes(path: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(ROOT, path), 'utf8'), path)
  return code
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
