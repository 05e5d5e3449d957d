import type { D1Database, KVNamespace, Queue } from '@cloudflare/workers-types'
import { CONTENT_VERSION_KEY } from '../../worker/contract/site.ts'
import type { Job } from '../../worker/contract/jobs/jobs.ts'
import { demoGrants } from '../seed/demo-grants.ts'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../settings/ports.ts'
import { QUIET } from '../processes/run.ts'
import { seed } from '../seed/seed.ts'
import { takeSnapshot } from '../seed/database-snapshot.ts'
import { seedStripe } from '../seed/seed-stripe.ts'
import { startStandIns } from './start-stand-ins.ts'
import { migrate } from './migrate-local-d1.ts'
import { API_WORKER, runInMiniflare } from './run-in-miniflare.ts'

type Env = { DB: D1Database; CACHE: KVNamespace; QUEUE: Queue<Job> }

/**
 * Starts the built product for browser journeys, with its own seeded D1, KV, queue and stand-ins. Several may run at
 * once.
 */
export async function startStack() {
  Object.assign(process.env, QUIET)
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0 })
  const stripe = standIns.stripe
  if (!stripe) throw new Error('A stack always has its own Stripe.')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const miniflare = await runInMiniflare({ port, vars: standIns.vars, outboxUrl: standIns.outbox.origin })
  const env = await miniflare.getBindings<Env>(API_WORKER)
  await migrate(env.DB)
  const catalog = standIns.services.catalog
  await seedStripe(stripe, { siteOrigin: origin, now: Date.now() })
  await seed(env.DB, { services: catalog, now: Date.now(), issueTokens: demoGrants(catalog) })
  const database = await takeSnapshot(env.DB)
  const restoreStandIns = standIns.takeSnapshot()
  /** Begins a journey: the demo data as it was seeded. */
  const fill = async () => {
    await database.fill()
    await env.CACHE.put(CONTENT_VERSION_KEY, crypto.randomUUID())
    // Any write through the edge, even one without effect, makes it check which content it may still show.
    await fetch(`${origin}/api/session`, { method: 'DELETE' })
  }
  /** Ends a journey: what the Worker has not finished by then finds no user to write for. */
  const empty = async () => {
    const { webhooks } = stripe.emulator.control
    const someCame = webhooks.deliveries().length > 0
    await webhooks.stop()
    if (someCame) await until(async () => (await env.DB.prepare(UNFINISHED_EVENTS).first('count')) === 0)
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
    close: async () => void (await Promise.all([miniflare.dispose(), standIns.close()])),
  }
}

const UNFINISHED_EVENTS = 'select count(*) as count from stripe_events where processed_at is null and attempts < 2'
const PATIENCE = 2000

/** Waits until it holds, with a limit: an event whose handling fails is never finished. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await holds()) && Date.now() < end) await setTimeout(10)
}

export type Stack = Awaited<ReturnType<typeof startStack>>
