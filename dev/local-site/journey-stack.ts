import type { D1Database, KVNamespace, Queue } from '@cloudflare/workers-types'
import { createTestHarness } from 'wrangler'
import { CONTENT_VERSION_KEY } from '../../worker/contract/site.ts'
import type { Job } from '../../worker/contract/jobs/jobs.ts'
import { demoGrants } from '../seed/demo-grants.ts'
import { join } from 'node:path'
import { pageVars } from '../settings/page-vars.ts'
import { QUIET, ROOT } from '../processes/run.ts'
import { seed } from '../seed/seed.ts'
import { takeSnapshot } from '../seed/database-snapshot.ts'
import { seedStripe } from '../seed/seed-stripe.ts'
import { startStandIns } from './start-stand-ins.ts'
import { workerConfigs } from './worker-configs.ts'

/**
 * The built product with its own empty D1, KV and queue, seeded, and its own stand-ins: what a browser journey runs
 * against. Several may run at once.
 */
export async function startStack() {
  Object.assign(process.env, QUIET)
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0 })
  const stripe = standIns.stripe
  if (!stripe) throw new Error('A stack always has its own Stripe.')
  // The origin is known only once the server listens; the workers are then told of it.
  const configs = (siteOrigin: string) =>
    workerConfigs({ vars: standIns.vars, siteOrigin, outboxUrl: standIns.outbox.origin, quick: true })
  const { api, outbox } = configs('http://localhost')
  const web = {
    name: 'switchyard',
    main: join(ROOT, 'web/dist/_worker.js'),
    no_bundle: true,
    compatibility_date: api.compatibility_date,
    compatibility_flags: ['nodejs_compat'],
    services: [{ binding: 'API', service: api.name ?? 'switchyard-api' }],
    kv_namespaces: api.kv_namespaces,
    assets: { directory: join(ROOT, 'web/dist'), binding: 'ASSETS' },
    vars: pageVars(standIns.vars),
  }
  const server = createTestHarness({ root: ROOT, workers: [{ config: web }, { config: api }, { config: outbox }] })
  const { url } = await server.listen()
  const origin = `http://localhost:${url.port}`
  await server.update({ root: ROOT, workers: [{ config: web }, { config: configs(origin).api }, { config: outbox }] })
  const worker = server.getWorker(api.name ?? 'switchyard-api')
  await worker.applyD1Migrations('DB')
  const env = (await worker.getEnv()) as { DB: D1Database; CACHE: KVNamespace; QUEUE: Queue<Job> }
  const catalogue = standIns.services.catalogue
  const seedAll = async () => {
    await seedStripe(stripe, { siteOrigin: origin, now: Date.now() })
    await seed(env.DB, { services: catalogue, now: Date.now(), issueTokens: demoGrants(catalogue) })
    const restorers = [await takeSnapshot(env.DB), standIns.takeSnapshot()]
    return async () => void (await Promise.all(restorers.map((restore) => restore())))
  }
  const restore = await seedAll()
  /** Forgets everything that happened: the demo world is as it was seeded. */
  const renew = async () => {
    await restore()
    await env.CACHE.put(CONTENT_VERSION_KEY, crypto.randomUUID())
    // Whatever is written through the edge, even in vain, makes it ask which content it may still show.
    await fetch(`${origin}/api/session`, { method: 'DELETE' })
  }
  await renew()
  return {
    origin,
    env,
    standIns: { ...standIns, stripe },
    renew,
    server,
    close: async () => void (await Promise.all([server.close(), standIns.close()])),
  }
}

export type Stack = Awaited<ReturnType<typeof startStack>>
