import { env } from 'cloudflare:test'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../system/context/context.ts'
import { connect } from '../system/d1/client.ts'
import * as schema from '../db/schema/all-tables.ts'
import { settingsOf, type Settings } from '../system/context/env.ts'
import { compileFilter } from '../engine/filter/check/compile-filter.ts'
import { checkServiceFile } from '../services/operator/check-service-file.ts'
import { makeCtx } from '../app/context/make-ctx.ts'
import type { Job, MailJob } from '../contract/jobs/jobs.ts'
import type { Io } from './crashing-io.ts'
import { userMarkOf } from '../users/session/session-cookie.ts'
import { signIn } from './rows.ts'
import { SimulatedClock } from './simulated-clock.ts'

/** When tests begin: March 1, 2026, noon UTC. */
export const TEST_START = Date.UTC(2026, 2, 1, 12)

export type TestCtx = Ctx & {
  /** The jobs in the queue. */
  jobs: Job[]
  /** The mails among them. */
  mails(): MailJob[]
  advance(ms: number): void
  /** Waits for the deferred work. */
  settled(): Promise<unknown>
  /** The same fixture for this user, in a new session. */
  as(user: { id: string }): Promise<TestCtx>
}

type Options = {
  fetch?: typeof fetch
  settings?: Partial<Settings>
  stripe?: Ctx['stripe']
  /** When the clock begins; `TEST_START` by default. */
  start?: number
  /** Intercepts all I/O. */
  io?: Io
}

/**
 * A Ctx over an empty D1, with a stopped clock and no network: `fetch` throws unless one is given. Each test
 * begins with this and makes its own rows.
 */
export async function testCtx(options: Options = {}): Promise<TestCtx> {
  await emptyDatabase()
  const world = { clock: new SimulatedClock(options.start ?? TEST_START), ids: 0, deferred: [], jobs: [] }
  return build(options, world, { sessionHash: null, userMark: null })
}

/** The parts that all users of a test share. */
type World = { clock: SimulatedClock; ids: number; deferred: Promise<unknown>[]; jobs: Job[] }

type Signed = { sessionHash: string | null; userMark: string | null }

function build(options: Options, world: World, signed: Signed): TestCtx {
  const { clock, deferred, jobs } = world
  const settings = { ...settingsOf(env), ...options.settings }
  const real = makeCtx(
    options.io ? { ...env, DB: options.io.database(env.DB) } : env,
    settings,
    { ...signed, userAgent: 'test', ip: '192.0.2.1' },
    () => {},
    () => clock.now,
  )
  return {
    ...real,
    // In this isolate; a test of calls over HTTP asks the binding.
    filterCompiler: { compileFilter },
    serviceChecker: { checkServiceFile: (document, hosts) => checkServiceFile(document, hosts, settings) },
    jobs,
    mails: () => jobs.filter((job) => job.kind === 'mail'),
    queue: {
      send: async (job: Job) => {
        const send = async () => void jobs.push(job)
        await (options.io ? options.io.through(send) : send())
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
      },
    },
    fetch: options.fetch ?? (() => Promise.reject(new Error('This test has no network.'))),
    stripe: options.stripe ?? real.stripe,
    now: () => clock.now,
    realNow: () => clock.now,
    id: (prefix) => `${prefix}_${++world.ids}`,
    defer: (work) => void deferred.push(work),
    settled: () => Promise.all(deferred),
    // A tenth of it, so that other calls of the test go on meanwhile.
    pause: async (ms) => {
      clock.shift(ms)
      await new Promise((resolve) => setTimeout(resolve, ms / 10))
    },
    advance: (ms) => clock.shift(ms),
    as: async (user) => {
      const { token, token_hash } = await signIn(connect(env.DB), user, clock.now)
      return build(options, world, { sessionHash: token_hash, userMark: userMarkOf(token) })
    },
  }
}

const TABLES = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableName(table))

/** Triggers fill these while others are emptied. */
const FILLED_BY_TRIGGERS = ['search_marks', 'search_rebuild']
const OF_SEARCH = ['applet_places', 'applet_words', 'service_round', 'service_words', 'step_words']

/** Deletes all rows, in an order that the foreign keys allow. */
export async function emptyDatabase(): Promise<void> {
  const names = [...(await tablesWithRows(env.DB, TABLES)), ...FILLED_BY_TRIGGERS]
  await env.DB.batch([
    env.DB.prepare('pragma defer_foreign_keys = on'),
    ...names.map((name) => env.DB.prepare(`delete from "${name}"`)),
  ])
  const found = await tablesWithRows(env.SEARCH, OF_SEARCH)
  if (found.length > 0) await env.SEARCH.batch(found.map((name) => env.SEARCH.prepare(`delete from ${name}`)))
  await forgetStatistics()
}

/** A test fills few of the many tables. */
async function tablesWithRows(database: D1Database, names: readonly string[]): Promise<string[]> {
  const columns = names.map((name) => `exists (select 1 from "${name}") as "${name}"`)
  const has = await database.prepare(`select ${columns.join(', ')}`).first<Record<string, number>>()
  return names.filter((name) => has?.[name] === 1)
}

/** As SQLite takes a table to be of which it knows nothing. */
const FORGET_STATISTICS = [
  'delete from sqlite_stat1',
  "insert into sqlite_stat1 (tbl, stat) select name, '1048576' from sqlite_schema where type = 'table'",
  'analyze sqlite_schema',
  'delete from sqlite_stat1',
  'analyze sqlite_schema',
]

/** The connection goes on planning by what a test's `analyze` or `pragma optimize` has seen, whatever is deleted. */
async function forgetStatistics(): Promise<void> {
  const { results } = await env.DB.prepare("select name from sqlite_schema where name = 'sqlite_stat1'").all()
  if (results.length === 0) return
  const known = await env.DB.prepare('select tbl from sqlite_stat1 limit 1').first()
  if (known) await env.DB.batch(FORGET_STATISTICS.map((each) => env.DB.prepare(each)))
}
