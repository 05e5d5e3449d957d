import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from '../processes/run.ts'

type Options = { vars: Record<string, string>; siteOrigin: string; outboxUrl: string }

/**
 * The wrangler configs of the built API Worker, with this machine's settings and its email binding to the outbox, and
 * of the outbox's end of that binding.
 */
export function workerConfigs({ vars, siteOrigin, outboxUrl }: Options) {
  const { name, compatibility_date, compatibility_flags, d1_databases, kv_namespaces, queues, ratelimits } =
    unstable_readConfig({
      config: join(ROOT, 'wrangler.toml'),
    })
  const api = {
    name,
    main: join(ROOT, 'out/api/index.js'),
    no_bundle: true,
    compatibility_date,
    compatibility_flags,
    d1_databases: d1_databases.map((database: object) => ({ ...database, migrations_dir: join(ROOT, 'migrations') })),
    kv_namespaces,
    queues,
    ratelimits,
    vars: { ...vars, SITE_ORIGIN: siteOrigin },
    services: [{ binding: 'EMAIL', service: 'outbox', entrypoint: 'Outbox' }],
  }
  const outbox = {
    name: 'outbox',
    main: join(ROOT, 'dev/outbox/email-binding.ts'),
    compatibility_date,
    vars: { OUTBOX_URL: outboxUrl },
  }
  return { api, outbox }
}
