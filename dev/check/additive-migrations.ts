import type { DatabaseSync } from 'node:sqlite'

type Row = Record<string, unknown>
/** `parts`: its columns and constraints, as SQL. */
type StoredTable = { parts: string[]; rows: Row[] }
/** What a database holds. `others`: the SQL of its indexes, triggers and views, by name. */
type Stored = { tables: Map<string, StoredTable>; others: Map<string, string> }

const ENTRIES = `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'`

export function readStored(database: DatabaseSync): Stored {
  const entries = database
    .prepare(ENTRIES)
    .all()
    .map(({ type, name, sql }) => ({ isTable: type === 'table', name: String(name), sql: plainSql(String(sql)) }))
  const [tables, others] = [entries.filter(({ isTable }) => isTable), entries.filter(({ isTable }) => !isTable)]
  const rowsOf = (name: string, sql: string) =>
    /^create virtual/i.test(sql) ? [] : database.prepare(`select * from "${name}"`).all()
  return {
    tables: new Map(tables.map(({ name, sql }) => [name, { parts: partsOf(sql), rows: rowsOf(name, sql) }])),
    others: new Map(others.map(({ name, sql }) => [name, sql])),
  }
}

/** Without comments, quotes of names, and line breaks. */
function plainSql(sql: string): string {
  const bare = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/["`]/g, '')
  return bare.replaceAll(/\s+/g, ' ').trim()
}

/** What the commas between a table's outer parentheses separate, and last what follows them. */
function partsOf(sql: string): string[] {
  const parts: string[] = []
  let [depth, isQuoted, from] = [0, false, sql.indexOf('(') + 1]
  for (let at = from - 1; at < sql.length; at++) {
    const char = sql.charAt(at)
    if (char === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth > 1 || !(depth === 0 ? char === ')' : char === ',')) continue
    parts.push(sql.slice(from, at).trim())
    from = at + 1
  }
  return [...parts, sql.slice(from).trim()]
}

const CONSTRAINT = /^(?:constraint|check|unique|primary key|foreign key)\b/i
const CHECK = /^(?:constraint \S+ )?check\b/i

/**
 * Names, in words, what would break the Worker still running while a deployment migrates, or that a rollback could not
 * read; empty if a migration only adds. A table may be built again if nothing of it changes but that a `check` goes.
 */
export function notAdditive(before: Stored, after: Stored, sql: string): string[] {
  const tables = [...before.tables].flatMap(([name, table]) => {
    const made = after.tables.get(name)
    if (!made) return [`drops ${name}`]
    return [...changedParts(table, made), ...changedRows(table, made, isDropped(name, sql))].map(
      (what) => `${name}: ${what}`,
    )
  })
  // Those of a table go with it.
  const others = [...before.others].filter(([name, said]) => after.others.get(name) !== said && !isDropped(name, sql))
  return [...tables, ...others.map(([name]) => `${name}: is lost`)]
}

function isDropped(name: string, sql: string): boolean {
  return new RegExp(`\\bdrop (?:table|index|trigger|view) (?:if exists )?${name}\\b`, 'i').test(plainSql(sql))
}

function changedParts(before: StoredTable, after: StoredTable): string[] {
  const gone = before.parts.filter((part) => !CHECK.test(part) && !after.parts.includes(part))
  const added = after.parts.filter((part) => !before.parts.includes(part))
  const asked = added.filter(
    (part) => CONSTRAINT.test(part) || (/\bnot null\b/i.test(part) && !/\bdefault\b/i.test(part)),
  )
  return [...gone.map((part) => `lacks ${part}`), ...asked.map((part) => `asks for ${part}`)]
}

function changedRows({ rows }: StoredTable, after: StoredTable, isBuiltAgain: boolean): string[] {
  const [first] = rows
  if (!first) return isBuiltAgain ? ['has no row that shows that they stay'] : []
  const columns = Object.keys(first)
  const text = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
  const kept = new Set(after.rows.map(text))
  return rows.every((row) => kept.has(text(row))) ? [] : ['loses or changes rows']
}
