import { env as bindings, waitUntil, WorkerEntrypoint } from 'cloudflare:workers'
import api from '../../../worker/app/index.ts'
import { cronTimes } from './cron-times.ts'
import type { AskedTrigger, Errand, Found } from './errands.ts'
import { rehearsable, wouldDoMore, writeDown, type Changes } from './rehearse.ts'

/** Those of the API Worker, and where the clock is. */
type Env = Parameters<typeof api.scheduled>[1] & { CLOCK_URL: string; SEARCH: D1Database }

/** A Runner waits for its clock before anything else, so a stand-in that is busy must not hold it up. In ms. */
const PATIENCE = 1000
let known = 0

async function offset({ CLOCK_URL }: Pick<Env, 'CLOCK_URL'>): Promise<number> {
  try {
    const answer = await fetch(`${CLOCK_URL}/offset`, { signal: AbortSignal.timeout(PATIENCE) })
    known = await answer.json<number>()
  } catch (error) {
    console.warn(`The clock did not answer: ${error}`)
  }
  return known
}

/** The Workers' optional binding `CLOCK`: how far a developer has moved the product's clock. */
export class Clock extends WorkerEntrypoint<Env> {
  /** In ms: as last heard where the stand-in does not answer. */
  async offset(): Promise<number> {
    return offset(this.env)
  }
}

/** The Workers' binding `QUEUE` on a developer's machine: a delay passes on the movable clock, and a jump waits for jobs. */
export class JobQueue extends WorkerEntrypoint<Env> {
  async send(job: unknown, options: { delaySeconds?: number } = {}): Promise<void> {
    await queue.send(job, options)
  }
}

const queue = {
  async send(job: unknown, { delaySeconds = 0 }: { delaySeconds?: number } = {}) {
    if (delaySeconds > 0) await keepForLater(job, delaySeconds)
    else waitUntil(deliver(job))
  },
}

/** The product's bindings as its own Worker has them. */
const OWN = bindings as unknown as Env
const env = rehearsable({ ...OWN, QUEUE: queue } as never, () => offset(OWN)) as Env

async function keepForLater(job: unknown, seconds: number): Promise<void> {
  const answer = await fetch(`${env.CLOCK_URL}/jobs`, { method: 'POST', body: JSON.stringify({ job, seconds }) })
  if (!answer.ok) throw new Error(`The clock did not keep a job: ${answer.status}`)
}

const TRIES = 6
let jobsUnderWay = 0
const isAtWork = () => jobsUnderWay > 0

/** As the queues of wrangler.toml do: again after a wait where the consumer says so, then to the dead letters. */
async function deliver(job: unknown): Promise<void> {
  jobsUnderWay += 1
  try {
    for (let attempts = 1; attempts <= TRIES; attempts++) {
      const wait = await consume('switchyard-jobs', job, attempts)
      if (wait === null) return
      await scheduler.wait(wait * 1000)
    }
    await consume('switchyard-jobs-dead', job, 1)
  } finally {
    jobsUnderWay -= 1
  }
}

/** Returns in how many seconds it is to be tried again; null if it is done. */
async function consume(name: string, job: unknown, attempts: number): Promise<number | null> {
  let wait: number | null = null
  const retry = ({ delaySeconds = 0 }: QueueRetryOptions = {}) => void (wait = delaySeconds)
  const message = { id: crypto.randomUUID(), timestamp: new Date(), body: job, attempts, ack: () => {}, retry }
  const batch = { queue: name, messages: [message], ackAll: () => {}, retryAll: retry }
  await api.queue(batch as never, env, { waitUntil } as never)
  return wait
}

/** How long jobs may take before the clock goes on without them, in ms. */
const SETTLES = 10_000

async function settle(): Promise<void> {
  for (const end = Date.now() + SETTLES; isAtWork() && Date.now() < end;) await scheduler.wait(2)
}

/** When a Runner is to be woken next, in ms of the product's clock; null: never. */
let wake_at: number | null = null

/**
 * Has all Runners begin what is due. Each is woken again when it is due next, but not before this `pause` (ms) is over,
 * which D1 is told too: the minute's cron trigger would otherwise take it for late.
 */
async function wakeRunners(pause: number): Promise<void> {
  const { DB, RUNNER } = OWN
  const { results } = await DB.prepare('select runner_id from runners where runner_id is not null').all<{
    runner_id: string
  }>()
  const now = Date.now() + (await offset(OWN))
  const woken = results.map(async ({ runner_id }) => {
    const runner = RUNNER.get(RUNNER.idFromString(runner_id)) as unknown as {
      wake(): Promise<{ wake_by: number | null }>
    }
    const { wake_by } = await runner.wake()
    return { runner_id, time: wake_by === null ? null : Math.max(wake_by, now + pause) }
  })
  const due = await Promise.all(woken)
  const note = DB.prepare('update runners set wake_by = ?1 where runner_id = ?2 and wake_by is not ?1')
  const counted = DB.prepare(WRITTEN)
  const notes = due.map(({ runner_id, time }) => note.bind(time, runner_id))
  const answers = await DB.batch<{ written?: number }>([counted, ...notes, counted])
  ownWrites += (answers.at(-1)?.results[0]?.written ?? 0) - (answers[0]?.results[0]?.written ?? 0)
  const times = due.flatMap(({ time }) => time ?? [])
  wake_at = times.length > 0 ? Math.min(...times) : null
}

/** How many rows D1 has written since it was opened. */
const WRITTEN = 'select total_changes() as written'
/** How many of them the clock itself has written. */
let ownWrites = 0

async function countWrites(): Promise<number> {
  const written = await OWN.DB.prepare(WRITTEN).first<number>('written')
  return (written ?? 0) - ownWrites
}

/** By cron trigger. */
const changed = new Map<string, Changes>()

function runOf(cron: string, at: number) {
  return (defer: (work: Promise<unknown>) => void) =>
    api.scheduled({ cron, scheduledTime: at, noRetry: () => {} } as never, env, { waitUntil: defer } as never)
}

/**
 * The first of the trigger's times at which it would do something new, if all stays as it is; null: none until `until`.
 * Something due stays due until it is done, so a rehearsal at a later time stands for all times before it.
 */
async function firstBusy({ cron, after, guess }: AskedTrigger, until: number): Promise<number | null> {
  const times = cronTimes(cron)
  const first = times.indexAfter(after)
  const last = times.indexAfter(until) - 1
  if (last < first) return null
  const isBusy = (index: number) => wouldDoMore(times.at(index), changed.get(cron) ?? [], runOf(cron, times.at(index)))
  if (!(await isBusy(last))) return null
  let idle = first - 1
  let busy = last
  const guessed = guess === null ? first : times.indexAfter(guess - 1)
  if (guessed > first && guessed <= last && !(await isBusy(guessed - 1))) idle = guessed - 1
  for (let step = 1; idle + step < busy; step *= 2) {
    if (await isBusy(idle + step)) busy = idle + step
    else idle += step
  }
  while (busy - idle > 1) {
    const middle = Math.floor((idle + busy) / 2)
    if (await isBusy(middle)) busy = middle
    else idle = middle
  }
  return times.at(busy)
}

async function look({ triggers, until, each }: Errand & { kind: 'look' }): Promise<Found> {
  const busy: (number | null)[] = []
  let soonest = until
  for (const trigger of triggers) {
    const times = cronTimes(trigger.cron)
    const next = times.at(times.indexAfter(trigger.after))
    const at = each ? next : await firstBusy(trigger, soonest)
    busy.push(at)
    soonest = Math.min(soonest, at ?? Infinity)
  }
  return { busy, wake_at, written: await countWrites() }
}

async function run({ at, pause, cron, job }: Errand & { kind: 'run' }): Promise<Found> {
  await wakeRunners(pause)
  if (job !== undefined) await deliver(job)
  if (cron !== undefined) changed.set(cron, await writeDown(at, changed.get(cron) ?? [], runOf(cron, at)))
  await settle()
  // Some may have more to do since.
  if (job !== undefined || cron !== undefined) await wakeRunners(pause)
  return { busy: [], wake_at, written: await countWrites() }
}

async function work(errand: Errand): Promise<Found | null> {
  switch (errand.kind) {
    case 'look':
      return look(errand)
    case 'run':
      return run(errand)
    case 'settle':
      await settle()
      return null
  }
}

/** Called when the clock has an errand: what to do, and what came of it, go over the clock's own address. */
export default {
  async scheduled() {
    const address = `${OWN.CLOCK_URL}/errand`
    const errand = await (await fetch(address)).json<Errand>()
    await fetch(address, { method: 'POST', body: JSON.stringify(await work(errand)) })
  },
} satisfies ExportedHandler<Env>
