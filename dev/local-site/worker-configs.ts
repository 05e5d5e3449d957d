import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../processes/run.ts'

type Options = { vars: Record<string, string>; siteOrigin: string; outboxUrl: string; clockUrl: string }

/**
 * The wrangler configs of the built API Worker, with this machine's settings and its email binding to the outbox, and
 * of the other ends of its bindings to the outbox and the movable clock.
 */
export function workerConfigs({ vars, siteOrigin, outboxUrl, clockUrl }: Options) {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const { name, compatibility_date, compatibility_flags, d1_databases, kv_namespaces, queues, ratelimits } = config
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
    migrations: config.migrations,
    kv_namespaces,
    queues,
    ratelimits,
    vars: { ...vars, SITE_ORIGIN: siteOrigin },
    services: [
      { binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' },
      { binding: 'CLOCK', service: 'clock', entrypoint: 'Clock' },
    ],
  }
  const outbox = {
    name: 'outbox',
    main: join(ROOT, 'dev/outbox/email-binding.ts'),
    compatibility_date,
    vars: { OUTBOX_URL: outboxUrl },
  }
  const clock = {
    name: 'clock',
    main: join(ROOT, 'dev/clock/clock-binding.ts'),
    compatibility_date,
    d1_databases: api.d1_databases,
    durable_objects: { bindings: [{ name: 'RUNNER', class_name: 'Runner', script_name: name }] },
    vars: { CLOCK_URL: clockUrl },
  }
  return { api, outbox, clock }
}
