import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { ROOT } from '../../processes/run.ts'

/** How many values D1 allows a statement. */
const MOST_VALUES = 100

/**
 * D1's interface over Node's SQLite, in memory, with every migration of `folder` applied: what Drizzle and the Worker call
 * of it. worker/db/d1-facts.test.ts holds it to the D1 of workerd.
 */
export function sqliteD1(folder = 'migrations'): D1Database {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = on')
  for (const sql of migrations(folder)) database.exec(sql)
  const prepared = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const ready = { statement, sameName: sameNameIn(statement), isRead: /^\s*select\b/i.test(sql) }
    prepared.set(sql, ready)
    return ready
  }
  // A row's id may be larger than an integer of JavaScript.
  const counters = database.prepare(
    'select total_changes() as changed, cast(last_insert_rowid() as real) as last_row_id',
  )
  /** Like D1, applies all statements or none. */
  const batch = (statements: readonly Bound[]) => {
    database.exec('begin')
    try {
      const results = statements.map((statement) => statement.inBatch())
      database.exec('commit')
      return results
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  const d1 = {
    prepare: (sql: string) => bound(prepare, counters, sql, []),
    batch: async (statements: readonly Bound[]) => batch(statements),
    exec: async (sql: string) => database.exec(sql),
  }
  return asD1(d1)
}

type Bound = ReturnType<typeof bound>
/** A statement, and the name that two of its columns have. */
type Prepared = { statement: StatementSync; sameName: string | undefined; isRead: boolean }

/** A statement with its values. Rows are keyed by column name, so duplicate names collapse, as in D1. */
function bound(
  prepare: (sql: string) => Prepared,
  counters: StatementSync,
  sql: string,
  values: readonly SQLInputValue[],
) {
  const now = () => {
    const { statement, isRead } = prepare(sql)
    statement.setReturnArrays(false)
    if (isRead) return { success: true, results: statement.all(...values), meta: { changes: 0, last_row_id: 0 } }
    const before = counters.get()
    const results = statement.all(...values)
    const after = counters.get()
    const changes = Number(after?.['changed']) - Number(before?.['changed'])
    return { success: true, results, meta: { changes, last_row_id: Number(after?.['last_row_id']) } }
  }
  return {
    inBatch: () => {
      const { sameName } = prepare(sql)
      // D1 keeps the last of the two in a batch, and Drizzle then moves all values after it to wrong fields.
      if (sameName !== undefined) throw new Error(`In a batch two columns may not both be called "${sameName}".`)
      return now()
    },
    bind: (...given: SQLInputValue[]) => {
      if (given.length > MOST_VALUES) throw new Error('D1_ERROR: too many SQL variables')
      return bound(prepare, counters, sql, given)
    },
    all: async () => now(),
    run: async () => now(),
    first: async (column?: string) => {
      const row = now().results[0] ?? null
      return row && column ? row[column] : row
    },
    raw: async () => {
      const { statement } = prepare(sql)
      statement.setReturnArrays(true)
      return statement.all(...values)
    },
  }
}

function sameNameIn(statement: StatementSync): string | undefined {
  const names = statement.columns().map(({ name }) => name)
  return names.find((name, at) => names.indexOf(name) !== at)
}

function migrations(name: string): string[] {
  const folder = resolve(ROOT, name)
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** Casts the part of D1 that Drizzle uses to the full type. */
function asD1(part: { prepare(sql: string): Pick<D1PreparedStatement, 'bind'> | Bound }): D1Database {
  return part as unknown as D1Database
}
