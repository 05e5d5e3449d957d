import type { D1Database } from '@cloudflare/workers-types'
import { createTestHarness } from 'wrangler'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { QUIET, ROOT } from './run.ts'
import { seed } from './seed.ts'
import { startStandIns } from './stand-ins.ts'
import { workerConfigs } from './worker-configs.ts'

/**
 * The built product with its own empty D1, KV and queue, seeded, and its own stand-ins: what a browser journey runs
 * against. Several may run at once.
 */
export async function startStack() {
  Object.assign(process.env, QUIET)
  const standIns = await startStandIns({ services: 0, outbox: 0 })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { api, outbox } = workerConfigs({ vars: standIns.vars, siteOrigin: origin, outboxUrl: standIns.outbox.origin })
  const web = {
    name: 'switchyard',
    main: join(ROOT, 'web/dist/_worker.js'),
    no_bundle: true,
    compatibility_date: api.compatibility_date,
    compatibility_flags: ['nodejs_compat'],
    services: [{ binding: 'API', service: api.name ?? 'switchyard-api' }],
    kv_namespaces: api.kv_namespaces,
    assets: { directory: join(ROOT, 'web/dist'), binding: 'ASSETS' },
    vars: { UNCOMPRESSED_STREAMS: 'true' },
    dev: { port },
  }
  const server = createTestHarness({ root: ROOT, workers: [{ config: web }, { config: api }, { config: outbox }] })
  const { url } = await server.listen()
  const worker = server.getWorker(api.name ?? 'switchyard-api')
  await worker.applyD1Migrations('DB')
  const env = (await worker.getEnv()) as { DB: D1Database }
  const reseed = () => seed(env.DB, { services: standIns.services.catalogue, now: Date.now() })
  await reseed()
  return {
    origin: url.origin,
    env,
    standIns,
    reseed,
    server,
    close: async () => void (await Promise.all([server.close(), standIns.close()])),
  }
}

export type Stack = Awaited<ReturnType<typeof startStack>>
