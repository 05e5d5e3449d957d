import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { runnerVars } from '../../settings/runner-vars.ts'
import { ROOT } from '../../processes/run.ts'
import { CLOCK_WORKER } from '../../settings/worker-names.ts'

type Options = {
  vars: Record<string, string>
  siteOrigin: string
  outboxUrl: string
  /** Without it, the queue is a queue and the time is real. */
  clockUrl?: string | undefined
}

/** The other end of the binding `CLOCK`. */
export const CLOCK_SERVICE = { binding: 'CLOCK', service: CLOCK_WORKER, entrypoint: 'Clock' }
const NO_QUEUES = { producers: [], consumers: [] }

/**
 * Configures the Workers for this machine: the bindings of wrangler.toml and wrangler.runner.toml, with this machine's
 * settings, the outbox in place of the email binding and the movable clock in place of the queue. `npm start`, the
 * preview and the journeys all take them from here; each adds its own `main`.
 */
export function workerConfigs({ vars, siteOrigin, outboxUrl, clockUrl }: Options) {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const runnerConfig = unstable_readConfig({ config: join(ROOT, 'wrangler.runner.toml') })
  const settings = { ...vars, SITE_ORIGIN: siteOrigin }
  const clockServices =
    clockUrl === undefined ? [] : [CLOCK_SERVICE, { binding: 'QUEUE', service: CLOCK_WORKER, entrypoint: 'JobQueue' }]
  const services = [...(config.services ?? []), { binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' }]
  const { compatibility_date, compatibility_flags, durable_objects, kv_namespaces, ratelimits } = config
  const d1_databases = config.d1_databases.map(({ migrations_dir = '', ...database }) => ({
    ...database,
    migrations_dir: join(ROOT, migrations_dir),
  }))
  const shared = { compatibility_date, compatibility_flags, d1_databases, durable_objects, kv_namespaces, ratelimits }
  const api = {
    ...shared,
    name: config.name,
    queues: clockUrl === undefined ? config.queues : NO_QUEUES,
    vars: settings,
    services: [...services, ...clockServices],
  }
  const runner = {
    name: runnerConfig.name,
    compatibility_date: runnerConfig.compatibility_date,
    compatibility_flags: runnerConfig.compatibility_flags,
    d1_databases: d1_databases.filter(({ binding }: { binding?: string }) => binding === 'DB'),
    durable_objects: runnerConfig.durable_objects,
    migrations: runnerConfig.migrations,
    kv_namespaces: runnerConfig.kv_namespaces,
    queues: clockUrl === undefined ? runnerConfig.queues : NO_QUEUES,
    vars: runnerVars(settings),
    services: clockServices,
  }
  const outbox = {
    name: 'outbox',
    main: join(ROOT, 'dev/stand-ins/outbox/email-binding.ts'),
    compatibility_date,
    vars: { OUTBOX_URL: outboxUrl },
  }
  // Does what cron triggers and the queue start, with all that the API Worker has.
  const clock = {
    ...shared,
    name: CLOCK_WORKER,
    main: join(ROOT, 'dev/start/clock/clock-binding.ts'),
    vars: { ...settings, CLOCK_URL: clockUrl ?? '' },
    services,
  }
  return { api, runner, outbox, clock }
}

export type WorkerConfigs = ReturnType<typeof workerConfigs>
