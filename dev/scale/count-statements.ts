/** Where the wrapped Worker is told to work as the queue or the clock would make it, and asked what it did in D1. */
export const TAKE_PATH = '/bench/take'
export const QUEUE_PATH = '/bench/queue'
export const CRON_PATH = '/bench/cron'

/** A statement that D1 has run. Rows as D1 itself counts them for the bill; `ms` in SQLite. */
type CountedStatement = { sql: string; read: number; written: number; ms: number }
/** What went to D1 in one request: one statement, or a batch. */
export type RoundTrip = CountedStatement[]

/**
 * A module around the built Workers that keeps what each request to D1 answered. D1's client sends everything through
 * one method of its session, so that method is watched; the Workers' own code runs as it is deployed.
 * It answers once nothing is under way, and no alarm is about to ring.
 */
export const COUNT_STATEMENTS = `
  import { AsyncLocalStorage } from 'node:async_hooks'
  import { env as bindings } from 'cloudflare:workers'
  import worker from './api/index.js'
  import { Runner as BuiltRunner } from './runner/index.js'
  export * from './runner/index.js'

  /** Stripe's stand-in tells of what was done a moment later. */
  const QUIET_MS = 50
  /** An alarm that rings within this time belongs to what was called. */
  const SOON_MS = 1000
  /** When each Runner's alarm rings. */
  const alarms = new Map()
  let trips = []
  let underWay = 0
  let last = 0
  let isAfterCron = false
  /** A job that comes again, seconds later, does not belong to what is measured then. */
  const comesAgain = new AsyncLocalStorage()

  const watchedPrototypes = new Set()
  /** In a handler, because nothing may be asked of a binding before. */
  function watchDatabases() {
    for (const each of Object.values(bindings)) {
      if (typeof each?.prepare !== 'function') continue
      const prototype = Object.getPrototypeOf(each.prepare('').dbSession)
      if (watchedPrototypes.has(prototype)) continue
      watchedPrototypes.add(prototype)
      watch(prototype)
    }
  }

  function watch(prototype) {
    const send = prototype._send
    prototype._send = async function (endpoint, query, ...more) {
      const answer = await during(send.call(this, endpoint, query, ...more))
      const answers = [answer].flat()
      // D1's client reads a refusal out of it and throws; nothing was read or written.
      if (!answers.every(({ success }) => success)) return answer
      if (comesAgain.getStore()) return answer
      const queries = [query].flat()
      trips.push(answers.map(({ meta }, at) => (
        { sql: queries[at], read: meta.rows_read, written: meta.rows_written, ms: meta.duration }
      )))
      return answer
    }
  }

  /** Jobs that were sent and have not come yet: they belong to what sent them. */
  let sent = 0
  function watchQueue() {
    if (!bindings.QUEUE) return
    const prototype = Object.getPrototypeOf(bindings.QUEUE)
    if (watchedPrototypes.has(prototype)) return
    watchedPrototypes.add(prototype)
    const { send, sendBatch } = prototype
    prototype.send = function (job, options) {
      if (!options?.delaySeconds) sent += 1
      return send.call(this, job, options)
    }
    prototype.sendBatch = function (jobs, ...more) {
      const batch = [...jobs]
      sent += batch.filter(({ delaySeconds }) => !delaySeconds).length
      return sendBatch.call(this, batch, ...more)
    }
  }

  async function during(work) {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
      last = Date.now()
    }
  }

  function watched(execution) {
    return {
      waitUntil: (work) => execution.waitUntil(during(work)),
      passThroughOnException: () => execution.passThroughOnException(),
      props: execution.props,
    }
  }

  const callOut = globalThis.fetch
  globalThis.fetch = (...request) => during(callOut(...request))

  /** Its runs go on after the call that began them: its statements, calls and alarms count as work. */
  export class Runner extends BuiltRunner {
    constructor(state, env) {
      const { storage } = state
      const { sql } = storage
      const [exec, setAlarm, deleteAlarm] = [sql.exec.bind(sql), storage.setAlarm.bind(storage), storage.deleteAlarm.bind(storage)]
      const id = state.id.toString()
      const replace = (of, name, value) => Object.defineProperty(of, name, { value })
      replace(sql, 'exec', (...statement) => {
        last = Date.now()
        return exec(...statement)
      })
      replace(storage, 'setAlarm', (at, ...more) => {
        alarms.set(id, Number(at))
        return setAlarm(at, ...more)
      })
      replace(storage, 'deleteAlarm', (...more) => {
        alarms.delete(id)
        return deleteAlarm(...more)
      })
      super(state, env)
      this.benchId = id
    }

    alarm(...info) {
      alarms.delete(this.benchId)
      return during(super.alarm(...info))
    }
  }

  function isBusy() {
    const now = Date.now()
    const rings = [...alarms.values()].some((at) => at < now + SOON_MS && at > now - SOON_MS)
    return underWay > 0 || sent > 0 || rings || now - last < QUIET_MS
  }

  async function take() {
    const end = Date.now() + 30_000
    while (isBusy() && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const taken = trips
    if (isAfterCron) await forgetStatistics()
    isAfterCron = false
    trips = []
    return Response.json(taken)
  }

  /** As SQLite takes a table to be of which it knows nothing. */
  const FORGET = [
    'delete from sqlite_stat1',
    "insert into sqlite_stat1 (tbl, stat) select name, '1048576' from sqlite_schema where type = 'table'",
    'analyze sqlite_schema',
    'delete from sqlite_stat1',
    'analyze sqlite_schema',
  ]

  /** In the first minutes of a day a cron looks at the tables, which are small here: the plans would be other ones. */
  async function forgetStatistics() {
    for (const database of [bindings.DB, bindings.SEARCH]) {
      const known = await database.prepare("select name from sqlite_schema where name = 'sqlite_stat1'").first()
      if (known) await database.batch(FORGET.map((sql) => database.prepare(sql)))
    }
  }

  async function queue(request, env, execution) {
    const { queue, body } = await request.json()
    const failed = []
    const message = { id: 'bench', timestamp: new Date(), attempts: 1, body, ack() {}, retry: () => failed.push(body.kind) }
    await during(worker.queue({ queue, messages: [message] }, env, watched(execution)))
    return Response.json(failed, { status: failed.length > 0 ? 500 : 200 })
  }

  async function cron(request, env, execution) {
    isAfterCron = true
    await during(worker.scheduled({ cron: await request.text(), scheduledTime: Date.now() }, env, watched(execution)))
    return new Response(null, { status: 204 })
  }

  const ORDERS = { '${TAKE_PATH}': take, '${QUEUE_PATH}': queue, '${CRON_PATH}': cron }

  export default {
    fetch(request, env, execution) {
      watchDatabases()
      watchQueue()
      const order = ORDERS[new URL(request.url).pathname]
      return order ? order(request, env, execution) : during(worker.fetch(request, env, watched(execution)))
    },
    queue(batch, env, execution) {
      const first = batch.messages.filter(({ attempts }) => attempts === 1).length
      sent = Math.max(0, sent - first)
      return during(comesAgain.run(first === 0, () => worker.queue(batch, env, watched(execution))))
    },
    scheduled: (controller, env, execution) => during(worker.scheduled(controller, env, watched(execution))),
  }`
