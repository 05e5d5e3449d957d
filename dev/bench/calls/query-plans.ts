import type { DatabaseSync } from 'node:sqlite'

/** Tables that do not grow with users and their data, and why. Every other table of the schema grows. */
const SMALL_TABLES: Record<string, string> = {
  services: 'one row for each service of the catalog, which is code',
  service_steps: 'the steps of those services',
  step_fields: 'the fields of those steps',
  step_ingredients: 'the ingredients of those steps',
  service_files: 'one row for each service that an operator has added',
  prices: 'the prices that were ever for sale',
  cursors: 'one row for each job that keeps its place',
  search_rebuild: 'one row',
  service_round: 'one row',
  service_words: 'a row for each service of the catalog',
  step_words: 'a row for each step of the catalog',
  d1_migrations: 'one row for each migration',
}

type PlanRow = { id: number; parent: number; detail: string }

/**
 * Lists all that grows and that a statement scans from end to end: a table, or an index unless a LIMIT ends the scan in
 * an order that the index serves; the first rows of a table with a LIMIT are fine too. Empty if it seeks everything.
 * Throws if the statement is not one of this database.
 */
export function growingScans(database: DatabaseSync, sql: string): string[] {
  const plan = explain(database, sql)
  const known = growingTables(database)
  return plan.flatMap((row) => {
    const scan = readScan(row.detail)
    const table = scan && tableOf(sql, scan.name)
    if (!scan || !table || !known.has(table)) return []
    const bounded = scan.overIndex ? isBounded(plan, row, sql) : isFirstRows(sql, table)
    return bounded ? [] : [row.detail]
  })
}

/** Null for a row that scans nothing of a table. An index that SQLite makes for the statement takes a scan of its table. */
function readScan(detail: string): { name: string; overIndex: boolean } | null {
  const [, automatic] = /^SEARCH (\S+) .*USING AUTOMATIC /.exec(detail) ?? []
  if (automatic !== undefined) return { name: automatic, overIndex: false }
  const [, name] = /^SCAN (\S+)/.exec(detail) ?? []
  // A full-text search says what it matches; without that it reads every row.
  if (/ VIRTUAL TABLE INDEX \d+:\S/.test(detail)) return null
  if (name === undefined || /^(?:CONSTANT|\d+|\()/.test(name)) return null
  return { name, overIndex: / USING (?:COVERING )?INDEX /.test(detail) }
}

function explain(database: DatabaseSync, sql: string): PlanRow[] {
  const rows = database.prepare(`explain query plan ${sql}`).all()
  return rows.map(({ id, parent, detail }) => ({ id: Number(id), parent: Number(parent), detail: String(detail) }))
}

function growingTables(database: DatabaseSync): Set<string> {
  const rows = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*'",
    )
    .all()
  return new Set(rows.map(({ name }) => String(name)).filter((name) => !Object.hasOwn(SMALL_TABLES, name)))
}

/** The scan stops at the LIMIT, because nothing has to be sorted first. */
function isBounded(plan: readonly PlanRow[], { parent }: PlanRow, sql: string): boolean {
  const sorts = plan.some((row) => row.parent === parent && row.detail.startsWith('USE TEMP B-TREE'))
  return /\blimit\b/i.test(sql) && !sorts
}

/** It takes the first rows as they lie there, whatever they are. */
function isFirstRows(sql: string, table: string): boolean {
  return new RegExp(`from ["\`]?${table}["\`]? order by rowid limit`, 'i').test(sql)
}

/**
 * A plan names a table by its alias in the statement. Null for what is not a table: a common table expression, a
 * subquery, a table-valued function.
 */
function tableOf(sql: string, name: string): string | null {
  const quoted = `["\`]?${name}["\`]?`
  const named = new RegExp(`\\b(?:from|join|update|into|,)\\s*["\`]?(\\w+)["\`]?\\s+(?:as\\s+)?${quoted}(?!\\w)`, 'gi')
  const aliases = [...sql.matchAll(named)].flatMap(([, table]) => table ?? [])
  const alias = aliases.find((table) => !/^(?:from|join|select|where|on|left|inner|set)$/i.test(table))
  if (alias !== undefined) return alias
  const made = new RegExp(
    `\\)\\s*(?:as\\s+)?${quoted}|\\b${name}\\s*(?:\\([^)]*\\))?\\s+as\\s*(?:not materialized|materialized)?\\s*\\(`,
    'i',
  )
  return made.test(sql) ? null : name
}
