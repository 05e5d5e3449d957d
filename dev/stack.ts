import type { D1Database, KVNamespace, Queue } from '@cloudflare/workers-types'
import { createTestHarness } from 'wrangler'
import { CONTENT_VERSION_KEY } from '../worker/contract/site.ts'
import type { Job } from '../worker/messages/job.ts'
import { demoGrants } from './demo-grants.ts'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pageVars } from './page-vars.ts'
import { QUIET, ROOT } from './run.ts'
import { seed } from './seed.ts'
import { takeSnapshot } from './seed/database-snapshot.ts'
import { seedStripe } from './seed/write-stripe.ts'
import { startStandIns } from './stand-ins.ts'
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
  await seedStripe(stripe, { siteOrigin: origin, now: Date.now() })
  await seed(env.DB, { services: catalogue, now: Date.now(), issueTokens: demoGrants(catalogue) })
  const database = await takeSnapshot(env.DB)
  const restoreStandIns = standIns.takeSnapshot()
  /** The demo world as it was seeded. */
  const fill = async () => {
    await database.fill()
    await env.CACHE.put(CONTENT_VERSION_KEY, crypto.randomUUID())
    // Whatever is written through the edge, even in vain, makes it ask which content it may still show.
    await fetch(`${origin}/api/session`, { method: 'DELETE' })
  }
  /** Forgets everything that happened. What the Worker still has in hand then finds no user to write for. */
  const empty = async () => {
    await stripe.emulator.control.webhooks.stop()
    await until(async () => (await env.DB.prepare(EVENTS_IN_HAND).first('count')) === 0)
    await database.empty()
    restoreStandIns()
  }
  await fill()
  return {
    origin,
    env,
    standIns: { ...standIns, stripe },
    fill,
    empty,
    server,
    close: async () => void (await Promise.all([server.close(), standIns.close()])),
  }
}

const EVENTS_IN_HAND = 'select count(*) as count from stripe_events where processed_at is null and attempts < 2'
const PATIENCE = 2000

/** Waits until it holds, but not for ever: an event whose handling fails is never done. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await holds()) && Date.now() < end) await setTimeout(10)
}

export type Stack = Awaited<ReturnType<typeof startStack>>
