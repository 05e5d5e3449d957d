import type { DurableObjectNamespace, KVNamespace, Queue } from '@cloudflare/workers-types'
import { CONTENT_VERSION_KEY } from '../../../worker/contract/site.ts'
import type { RunnerApi } from '../../../worker/system/runner-api/runner-api.ts'
import type { Job } from '../../../worker/contract/jobs/jobs.ts'
import { openDemoAccount } from '../../seed/open-demo-account.ts'
import { setTimeout } from 'node:timers/promises'
import type { Miniflare } from 'miniflare'
import { withDevVars } from '../../settings/dev-vars.ts'
import { freePort } from '../../settings/ports.ts'
import { QUIET } from '../../processes/run.ts'
import { fillIndex, type SearchDatabases } from '../../seed/fill-index.ts'
import { takeIndexSnapshot } from '../../seed/index-snapshot.ts'
import { seed } from '../../seed/seed.ts'
import { takeSnapshot } from '../../seed/database-snapshot.ts'
import { seedStripe } from '../../seed/seed-stripe.ts'
import { cronTriggers } from './cron-triggers.ts'
import { stripeTime } from './keep-time.ts'
import { startStandIns } from './start-stand-ins.ts'
import { migrate } from './migrate-local-d1.ts'
import { runInMiniflare, type MiniflareRun } from './run-in-miniflare.ts'
import { API_WORKER, CLOCK_WORKER } from '../../settings/worker-names.ts'

type Env = SearchDatabases & { CACHE: KVNamespace; QUEUE: Queue<Job>; RUNNER: DurableObjectNamespace }

/**
 * Starts the built product for browser journeys, with its own seeded D1, KV, queue and stand-ins. Several may run at
 * once. `settings`: for journeys that need others than `npm start` has; `more`: for benches.
 */
export async function startStack(settings: Record<string, string> = {}, more: Partial<MiniflareRun> = {}) {
  Object.assign(process.env, QUIET)
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0, clock: 0 })
  const stripe = standIns.stripe
  if (!stripe) throw new Error('A stack always has its own Stripe.')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  standIns.services.tellProductAt(origin)
  standIns.outbox.tellProductAt(origin)
  const urls = { outboxUrl: standIns.outbox.origin, clockUrl: standIns.clock.origin }
  const miniflare = await runInMiniflare({ port, vars: withDevVars(standIns.vars, settings), ...urls, ...more })
  const env = await miniflare.getBindings<Env>(API_WORKER)
  standIns.clock.connect({
    crons: cronTriggers(),
    stripe: stripeTime(stripe),
    callWorker: () => callCron(miniflare, CLOCK_WORKER, '* * * * *'),
  })
  await migrate(env.DB)
  await migrate(env.SEARCH, 'migrations-search')
  const addresses = standIns.services.addresses
  await seedStripe(stripe, { siteOrigin: origin, now: Date.now() })
  await seed(env.DB, { addresses, now: Date.now(), openAccount: openDemoAccount(addresses) })
  await fillIndex(env)
  const database = await takeSnapshot(env.DB)
  const restoreIndex = await takeIndexSnapshot(env)
  const restoreStandIns = standIns.takeSnapshot()
  /** Begins a journey: the demo data as it was seeded. */
  const fill = async () => {
    await database.fill()
    await restoreIndex()
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
    await forgetRunners(env)
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
    /** The Runner with this id, which `runners` in D1 has. */
    runner: (runner_id: string) => getRunner(env.RUNNER, runner_id),
    /** Starts the minute's cron trigger. */
    minutePasses: () => callCron(miniflare, API_WORKER, '* * * * *'),
    /** Starts a cron trigger of wrangler.toml. */
    cronPasses: (cron: string) => callCron(miniflare, API_WORKER, cron),
    close: async () => void (await Promise.all([miniflare.dispose(), standIns.close()])),
  }
}

async function callCron(miniflare: Miniflare, name: string, cron: string): Promise<void> {
  const worker = await miniflare.getWorker(name)
  await worker.scheduled({ cron })
}

/** The Runners of a journey's users would otherwise go on in the next one. */
async function forgetRunners({ DB, RUNNER }: Env): Promise<void> {
  const { results } = await DB.prepare('select runner_id from runners where runner_id is not null').all<{
    runner_id: string
  }>()
  const forgetting = results.map(({ runner_id }) => getRunner(RUNNER, runner_id).forget())
  await Promise.all(forgetting)
}

type RunnerOfJourney = Pick<RunnerApi, 'forget' | 'listRuns'>

function getRunner(all: DurableObjectNamespace, runner_id: string): RunnerOfJourney {
  const stub: unknown = all.get(all.idFromString(runner_id))
  return stub as RunnerOfJourney
}

const UNFINISHED_EVENTS = 'select count(*) as count from stripe_events where processed_at is null and attempts < 2'
const PATIENCE = 2000

/** Waits until it holds, with a limit: an event whose handling fails is never finished. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await holds()) && Date.now() < end) await setTimeout(10)
}

export type Stack = Awaited<ReturnType<typeof startStack>>
