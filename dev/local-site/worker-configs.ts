import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { runnerVars } from '../settings/runner-vars.ts'
import { ROOT } from '../processes/run.ts'

type Options = { vars: Record<string, string>; siteOrigin: string; outboxUrl: string; clockUrl: string }

/**
 * The wrangler configs of the built Workers, with this machine's settings and the email binding to the outbox, and of the
 * other ends of their bindings to the outbox and the movable clock. The first one takes requests.
 */
export function workerConfigs({ vars, siteOrigin, outboxUrl, clockUrl }: Options) {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const { name, compatibility_date, compatibility_flags, d1_databases, kv_namespaces, ratelimits } = config
  const runnerConfig = unstable_readConfig({ config: join(ROOT, 'wrangler.runner.toml') })
  const settings = { ...vars, SITE_ORIGIN: siteOrigin }
  const clockServices = [
    { binding: 'CLOCK', service: 'clock', entrypoint: 'Clock' },
    { binding: 'QUEUE', service: 'clock', entrypoint: 'JobQueue' },
  ]
  const api = {
    name,
    main: join(ROOT, 'out/api/index.js'),
    no_bundle: true,
    compatibility_date,
    compatibility_flags,
    d1_databases: d1_databases.map(({ migrations_dir = '', ...database }: { migrations_dir?: string }) => ({
      ...database,
      migrations_dir: join(ROOT, migrations_dir),
    })),
    durable_objects: config.durable_objects,
    kv_namespaces,
    ratelimits,
    vars: settings,
    services: [
      ...(config.services ?? []),
      { binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' },
      ...clockServices,
    ],
  }
  const runner = {
    name: runnerConfig.name,
    main: join(ROOT, 'out/runner/index.js'),
    no_bundle: true,
    compatibility_date: runnerConfig.compatibility_date,
    compatibility_flags: runnerConfig.compatibility_flags,
    d1_databases: api.d1_databases.filter(({ binding }: { binding?: string }) => binding === 'DB'),
    durable_objects: runnerConfig.durable_objects,
    migrations: runnerConfig.migrations,
    kv_namespaces: runnerConfig.kv_namespaces,
    vars: runnerVars(settings),
    services: clockServices,
  }
  const outbox = {
    name: 'outbox',
    main: join(ROOT, 'dev/outbox/email-binding.ts'),
    compatibility_date,
    vars: { OUTBOX_URL: outboxUrl },
  }
  // Does what cron triggers and the queue start, with all that the API Worker has.
  const { no_bundle: _, ...bundled } = api
  const clock = {
    ...bundled,
    name: 'clock',
    main: join(ROOT, 'dev/clock/clock-binding.ts'),
    vars: { ...settings, CLOCK_URL: clockUrl },
    services: api.services.filter(({ service }: { service: string }) => service !== 'clock'),
  }
  return { api, runner, outbox, clock }
}
