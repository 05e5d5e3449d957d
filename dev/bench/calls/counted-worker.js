// A module around both built Workers that counts what they ask of D1, when it is told to, and asks D1 alone.
import worker from './api/index.js'
import { Runner as BuiltRunner } from './runner/index.js'
export * from './runner/index.js'

/** Longer than it takes until what a call leaves behind begins: a job of the queue, the next step of a run. */
const QUIET_MS = 300
/** How long a call's work may take until all is quiet. */
const PATIENCE_MS = 30_000
const BARE_READ = 'select id, friendly_id, name, created_at from applets where id = ?'

/** The round trips to D1 so far; null while nothing is counted. */
let trips = null
let underWay = 0
let last = 0
/** Messages in the queue, and when the alarm of each Runner rings: a loaded machine takes long to begin with either. */
let queued = 0
const alarms = new Map()

async function during(work) {
  underWay += 1
  try {
    return await work
  } finally {
    underWay -= 1
    last = Date.now()
  }
}

/** Answers as this D1 does, through its public interface alone. */
function counted(database) {
  const asked = new WeakMap()
  const send = async (statements, work) => {
    const answers = await during(work)
    trips?.push(
      answers.map(({ meta }, at) => ({ sql: statements[at], read: meta.rows_read, written: meta.rows_written })),
    )
    return answers
  }
  const wrap = (sql, real) => {
    const all = async () =>
      (
        await send(
          [sql],
          real.all().then((answer) => [answer]),
        )
      )[0]
    const statement = {
      bind: (...values) => wrap(sql, real.bind(...values)),
      all,
      run: all,
      first: async (column) => {
        const [row = null] = (await all()).results
        return column === undefined ? row : (row?.[column] ?? null)
      },
      raw: async () => {
        if (trips === null) return during(real.raw())
        const { results } = await all()
        // `raw` does not say what it read, and `all` answers columns of one name as one: a select is asked twice.
        return /^\(?select\b/i.test(sql) ? real.raw() : results.map((row) => Object.values(row))
      },
    }
    asked.set(statement, { sql, real })
    return statement
  }
  return {
    prepare: (sql) => wrap(sql, database.prepare(sql)),
    batch: (statements) => {
      const each = statements.map((statement) => asked.get(statement))
      return send(
        each.map(({ sql }) => sql),
        database.batch(each.map(({ real }) => real)),
      )
    },
  }
}

function countedQueue(queue) {
  return {
    send: (message, options) => {
      queued += 1
      return during(queue.send(message, options))
    },
    sendBatch: (messages, options) => {
      queued += messages.length
      return during(queue.sendBatch(messages, options))
    },
  }
}

async function takeQueued(batch, env, execution) {
  await during(worker.queue(batch, watch(env), watchExecution(execution)))
  queued = Math.max(0, queued - batch.messages.length)
}

const watched = new WeakMap()
function watch(env) {
  const known = watched.get(env) ?? {
    ...env,
    DB: counted(env.DB),
    SEARCH: counted(env.SEARCH),
    QUEUE: countedQueue(env.QUEUE),
  }
  watched.set(env, known)
  return known
}

function watchExecution(execution) {
  return {
    waitUntil: (work) => execution.waitUntil(during(work)),
    passThroughOnException: () => execution.passThroughOnException(),
    props: execution.props,
  }
}

/** Its runs go on after the call that began them. */
export class Runner extends BuiltRunner {
  constructor(state, env) {
    const { storage } = state
    const [waitUntil, setAlarm, deleteAlarm] = [state.waitUntil, storage.setAlarm, storage.deleteAlarm]
    state.waitUntil = (work) => waitUntil.call(state, during(work))
    storage.setAlarm = (at) => {
      alarms.set(state, Number(at))
      return setAlarm.call(storage, at)
    }
    storage.deleteAlarm = () => {
      alarms.delete(state)
      return deleteAlarm.call(storage)
    }
    super(state, watch(env))
  }

  alarm(...info) {
    alarms.delete(this.ctx)
    return during(super.alarm(...info))
  }
}

function isQuiet() {
  const soon = Date.now() + QUIET_MS
  return underWay === 0 && queued === 0 && Date.now() - last > QUIET_MS && ![...alarms.values()].some((at) => at < soon)
}

async function untilQuiet() {
  const end = Date.now() + PATIENCE_MS
  while (!isQuiet() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The bench's own calls to this module. */
const ORDERS = {
  '/bench/quiet': async () => {
    await untilQuiet()
    return new Response(null, { status: 204 })
  },
  '/bench/count': async () => {
    await untilQuiet()
    trips = []
    return new Response(null, { status: 204 })
  },
  '/bench/trips': async () => {
    await untilQuiet()
    const taken = trips
    trips = null
    return Response.json(taken)
  },
  '/bench/minute': async (request, env, execution) => {
    const minute = { cron: '* * * * *', scheduledTime: Date.now(), noRetry() {} }
    await during(worker.scheduled(minute, watch(env), watchExecution(execution)))
    return new Response(null, { status: 204 })
  },
  // So many bare reads in each round trip as `trips` says, one trip after the other.
  '/bench/bare': async (request, { DB }) => {
    const wanted = new URL(request.url).searchParams.get('trips').split(',').map(Number)
    const rows = []
    for (const count of wanted)
      rows.push(await DB.batch(Array.from({ length: count }, (_, n) => DB.prepare(BARE_READ).bind(n + 1))))
    return Response.json(rows.flat().map(({ results }) => results))
  },
}

export default {
  fetch(request, env, execution) {
    const order = ORDERS[new URL(request.url).pathname]
    if (order) return order(request, env, execution)
    return during(worker.fetch(request, watch(env), watchExecution(execution)))
  },
  queue: takeQueued,
  scheduled: (controller, env, execution) =>
    during(worker.scheduled(controller, watch(env), watchExecution(execution))),
}
