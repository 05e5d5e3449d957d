import { scheduler } from 'node:timers/promises'
import type { D1Database } from '@cloudflare/workers-types'
import api from '../../../worker/app/index.ts'
import { Host, Runner, Source } from '../../../worker/app/runner/index.ts'
import type { Job } from '../../../worker/contract/jobs/jobs.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import { Engine } from '../../../worker/engine/runner/engine.ts'
import { seed } from '../../seed/seed.ts'
import { seedStripe } from '../../seed/seed-stripe.ts'
import { doubleAddresses } from '../../stand-ins/doubles/double-routes.ts'
import { startStripe, type RunningStripe } from '../../stand-ins/stripe/start-stripe.ts'
import { env as bindings } from '../../test/d1-in-node/cloudflare-test.ts'
import { countedDatabase } from './counted-database.ts'
import { D1Rounds } from './d1-rounds.ts'
import { ObjectNamespace } from './object-namespace.ts'
import { watchCrypto } from './watch-crypto.ts'

/** Both Workers over the demo's data, with their Durable Objects, in this process, whose clock stands still. */
export type WalkSite = {
  /** Questions asked here are not counted. */
  database: D1Database
  origin: URL
  stripe: RunningStripe
  /** The statements of each round trip to D1 so far. */
  trips: number[]
  rounds: D1Rounds
  /** The titles in the feed at any address of `news.example`, the newest first. */
  feed: string[]
  /** Waits for all that goes on after an answer. */
  settled(): Promise<void>
  /** Gives the queue's jobs of this kind to their consumer, and drops the others. */
  consume(kind: Job['kind']): Promise<void>
  /** Does this while the runs that it begins are held back. The returned function begins them. */
  holdRuns(work: () => Promise<unknown>): Promise<() => void>
  /** Moves the clock to when the newest Source is read, and rings the Runners. The returned function rings the Source. */
  passToReading(): Promise<() => Promise<void>>
}

const START = Date.UTC(2026, 2, 10, 12)
const { SITE_ORIGIN, DB, SEARCH } = bindings

/** Starts the only one of this process: the clock, `fetch` and the lines of the log are the process's own. */
export async function startWalkSite(): Promise<WalkSite> {
  let now = START
  Date.now = () => now
  Object.assign(globalThis, { scheduler, fetch: answer })
  console.info = () => {}

  const trips: number[] = []
  const rounds = new D1Rounds(watchCrypto())
  const feed = ['Known']
  const jobs: Job[] = []
  const pending: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void pending.push(work)
  const execution = { waitUntil, passThroughOnException() {}, props: {} }
  const stripe = await startStripe({ port: 0 })
  stripe.emulator.control.webhooks.mode('lost')
  const onTrip = (statements: number) => void trips.push(statements)
  const bindingsOf = (): object => env
  const runners = new ObjectNamespace(Runner, bindingsOf, waitUntil)
  const sources = new ObjectNamespace(Source, bindingsOf, waitUntil)
  const hosts = new ObjectNamespace(Host, bindingsOf, waitUntil)
  const env = {
    ...bindings,
    ...stripe.vars,
    DB: countedDatabase(DB, rounds, onTrip),
    SEARCH: countedDatabase(SEARCH, rounds, onTrip),
    QUEUE: { send: async (job: Job) => void jobs.push(job) },
    RUNNER: runners,
    SOURCE: sources,
    HOST: hosts,
    // No walk asks for these.
    EMAIL: { send: async () => {} },
    SERVICE_CHECKER: { checkServiceFile: () => Promise.reject(new Error('Nobody is asked here.')) },
    RUNNER_HEALTH: { report: () => Promise.reject(new Error('Nobody is asked here.')) },
  }
  await seed(DB, { addresses: doubleAddresses('http://localhost:1'), now })
  await seedStripe(stripe, { siteOrigin: SITE_ORIGIN, now })

  /** The internet of this process. */
  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const { origin, hostname } = new URL(request.url)
    if (origin === SITE_ORIGIN) return api.fetch(request, env, execution)
    if (origin === stripe.origin) return stripe.emulator.fetch(request)
    if (hostname === 'news.example') return new Response(feedOf(feed))
    throw new Error(`Nothing is at ${origin}.`)
  }

  async function settled(): Promise<void> {
    for (let work = pending.shift(); work; work = pending.shift()) await work
  }

  return {
    database: DB,
    origin: new URL(SITE_ORIGIN),
    stripe,
    trips,
    rounds,
    feed,
    settled,
    consume: async (kind) => {
      const messages = jobs.splice(0).flatMap((job) => (job.kind === kind ? [messageOf(job)] : []))
      await api.queue({ queue: 'jobs', messages }, env, execution)
    },
    holdRuns,
    passToReading: async () => {
      // A follower is told no more often than its plan polls.
      now = (sources.newestAlarm ?? now) + PLANS.free.poll_every
      while (await runners.ringDue(now)) await settled()
      return () => sources.ringNewest()
    },
  }
}

/** A run begins within the call that accepts its event: held back, the two can be counted apart. */
async function holdRuns(work: () => Promise<unknown>): Promise<() => void> {
  const { begin } = Engine.prototype
  const held: Engine[] = []
  Engine.prototype.begin = function hold(this: Engine) {
    held.push(this)
  }
  await work().finally(() => (Engine.prototype.begin = begin))
  return () => {
    for (const engine of held) engine.begin()
  }
}

function feedOf(titles: readonly string[]): string {
  const entries = titles.map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`)
  return `<rss version="2.0"><channel><title>News</title>${entries.join('')}</channel></rss>`
}

function messageOf(body: Job) {
  const retry = () => console.error(`The job ${body.kind} failed.`)
  return { id: body.id, body, attempts: 1, ack() {}, retry }
}
