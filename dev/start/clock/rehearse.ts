import { AsyncLocalStorage } from 'node:async_hooks'
import { HOUR } from '../../../worker/contract/shared/durations.ts'

/** A statement that has changed rows, in a run at `at` (ms), and what D1 answered. */
type Change = { at: number; sql: string; params: unknown[]; answer: D1Result }
/** The changes that a cron trigger made in D1 in its last run, and shortly before. */
export type Changes = readonly Change[]
/** How long changes count as just made, in ms: a trigger may take its rows in turn. */
const REMEMBERED = 2 * HOUR

type Bindings = { DB: D1Database; SEARCH: D1Database; CACHE: KVNamespace } & Record<string, unknown>
type Work = (waitUntil: (work: Promise<unknown>) => void) => unknown

/** The mode outside of the product's own work: a run that is written down, or a rehearsal of one. */
type Mode =
  | { kind: 'written_down'; at: number; changes: Change[] }
  | { kind: 'rehearsal'; at: number; before: Changes; refuse(): Promise<never> }
const mode = new AsyncLocalStorage<Mode>()

function rehearsal() {
  const now = mode.getStore()
  return now?.kind === 'rehearsal' ? now : null
}

const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const now = rehearsal()
  return now && method !== 'GET' ? now.refuse() : realFetch(input, init)
}
for (const name of ['log', 'info', 'warn', 'error'] as const) {
  const write = console[name].bind(console)
  console[name] = (...line: unknown[]) => {
    if (!rehearsal()) write(...line)
  }
}

/** These bindings, which a rehearsal only reads. `realOffset`: how far the clock is moved, in ms. */
export function rehearsable<Env extends Bindings>(bindings: Env, realOffset: () => Promise<number>): Env {
  return {
    ...bindings,
    DB: watchedDatabase(bindings.DB),
    SEARCH: watchedDatabase(bindings.SEARCH),
    CLOCK: {
      offset: async () => {
        const now = rehearsal()
        return now ? now.at - Date.now() : realOffset()
      },
    },
    ...Object.fromEntries(
      ['CACHE', 'QUEUE', 'EMAIL', 'RUNNER', 'HOST', 'SOURCE'].map((name) => [name, untouched(Object(bindings[name]))]),
    ),
  }
}

/** Methods that only read, of the bindings that a rehearsal must not touch. */
const READS = new Set(['get', 'getWithMetadata', 'list', 'idFromString', 'idFromName', 'getByName'])

/** A rehearsal that would touch it is over. An object's stub is touched by any call. */
function untouched<Binding extends object>(binding: Binding): Binding {
  return new Proxy(binding, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const now = rehearsal()
        if (now && !READS.has(String(name))) return now.refuse()
        const answer: unknown = Reflect.apply(value, target, given)
        const isStub = name === 'getByName' || (name === 'get' && 'idFromString' in target)
        return isStub ? untouched(Object(answer)) : answer
      }
    },
  })
}

/** Does the work at `at` (ms), and adds what it changes in D1 to what runs before it have changed. */
export async function writeDown(at: number, before: Changes, work: Work): Promise<Changes> {
  const changes: Change[] = []
  await mode.run({ kind: 'written_down', at, changes }, () => finish(work))
  return [...changes, ...before.filter((change) => change.at > at - REMEMBERED)]
}

/**
 * Whether the work would do something new at `at` (ms): anything outside of D1, or a change there that no run shortly
 * before made too, such as noting when it ran last. Changes nothing.
 */
export async function wouldDoMore(at: number, before: Changes, work: Work): Promise<boolean> {
  return new Promise((resolve) => {
    // A call that would change something never goes on, so that nobody catches it.
    const refuse = () => {
      resolve(true)
      return new Promise<never>(() => {})
    }
    mode.run({ kind: 'rehearsal', at, before, refuse }, () => {
      finish(work).then(
        () => resolve(false),
        () => resolve(true),
      )
    })
  })
}

/** Works to the end of what was deferred. */
async function finish(work: Work): Promise<void> {
  const deferred: Promise<unknown>[] = []
  await work((more) => void deferred.push(more))
  for (let done = 0; done < deferred.length; done++) await deferred[done]
}

type Statement = { sql: string; params: unknown[] }

/** A D1 whose changes are written down, or refused. */
function watchedDatabase(database: D1Database): D1Database {
  const answer = (statements: readonly Statement[]): Promise<D1Result[]> => {
    const now = mode.getStore()
    if (now?.kind === 'rehearsal') return guard(database, statements, now)
    return note(database, statements, now ?? null)
  }
  const statement = (sql: string, params: unknown[] = []) => {
    const all = async () => (await answer([{ sql, params }]))[0]
    const rows = async () => ((await all())?.results ?? []) as Record<string, unknown>[]
    return {
      sql,
      params,
      bind: (...values: unknown[]) => statement(sql, values),
      all,
      run: all,
      raw: async () =>
        isWrite(sql)
          ? (await rows()).map((row) => Object.values(row))
          : database
              .prepare(sql)
              .bind(...params)
              .raw(),
      first: async (column?: string) => {
        const [row = null] = await rows()
        return column === undefined ? row : (row?.[column] ?? null)
      },
    }
  }
  const watched = {
    prepare: (sql: string) => statement(sql),
    batch: (statements: Statement[]) => answer(statements),
  }
  return watched as unknown as D1Database
}

function isWrite(sql: string): boolean {
  return /\b(?:insert|update|delete|replace\s+into)\b/i.test(sql)
}

function prepared(database: D1Database, { sql, params }: Statement): D1PreparedStatement {
  return database.prepare(sql).bind(...params)
}

async function note(
  database: D1Database,
  statements: readonly Statement[],
  run: (Mode & { kind: 'written_down' }) | null,
): Promise<D1Result[]> {
  const answers = await database.batch(statements.map((each) => prepared(database, each)))
  if (!run) return answers
  statements.forEach(({ sql, params }, index) => {
    const answer = answers[index]
    if (answer && isWrite(sql) && answer.meta.changes > 0) run.changes.push({ at: run.at, sql, params, answer })
  })
  return answers
}

/** Fails the batch, which undoes it, if the statement before has changed a row. */
const NOTHING_CHANGED = "select json(iif(changes() > 0, 'changed', '0'))"

async function guard(
  database: D1Database,
  statements: readonly Statement[],
  { at, before, refuse }: Mode & { kind: 'rehearsal' },
): Promise<D1Result[]> {
  const again = statements.map((each) => (isWrite(each.sql) ? changeLike(each, at, before) : undefined))
  const asked = statements.flatMap((each, index) => {
    if (again[index]) return []
    const own = prepared(database, each)
    return isWrite(each.sql) ? [own, database.prepare(NOTHING_CHANGED)] : [own]
  })
  const answers = asked.length > 0 ? await database.batch(asked).catch(refuse) : []
  let next = 0
  return statements.map(({ sql }, index) => {
    const known = again[index]
    if (known) return known.answer
    const answer = answers[next]
    next += isWrite(sql) ? 2 : 1
    return answer as D1Result
  })
}

/** The change of a run before that this would make again. */
function changeLike({ sql, params }: Statement, at: number, before: Changes): Change | undefined {
  return before.find(
    (change) =>
      change.sql === sql &&
      change.params.length === params.length &&
      params.every((param, index) => isSame(param, change.params[index], at - change.at)),
  )
}

/** How late after its time a run may read the clock, in ms. */
const SLACK = 120_000

/** The same value, or times that are as far from their runs. */
function isSame(one: unknown, other: unknown, apart: number): boolean {
  if (one === other) return true
  const [here, there] = [String(one), String(other)]
  const times = /\d{13}/g
  if (here.replaceAll(times, 't') !== there.replaceAll(times, 't')) return false
  const before = [...there.matchAll(times)].map(Number)
  return [...here.matchAll(times)].every(
    ([time], index) => time === String(before[index]) || Math.abs(Number(time) - (before[index] ?? 0) - apart) < SLACK,
  )
}
