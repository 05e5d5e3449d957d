import { env } from 'cloudflare:test'

type Row = Record<string, string | number | null>

/**
 * Copies all rows of D1. Returns what puts the database back to them as Time Travel does: without triggers, which would
 * change what they find.
 */
export async function bookmarkDatabase(): Promise<() => Promise<void>> {
  const { results: tables } = await ask<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
  )
  const { results: triggers } = await ask<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'trigger'",
  )
  const rows = new Map<string, Row[]>()
  for (const { name } of tables) rows.set(name, (await ask<Row>(`select * from "${name}"`)).results)
  return async () => {
    await env.DB.batch([
      ...triggers.map(({ name }) => env.DB.prepare(`drop trigger "${name}"`)),
      env.DB.prepare('pragma defer_foreign_keys = on'),
      ...tables.map(({ name }) => env.DB.prepare(`delete from "${name}"`)),
      ...[...rows].flatMap(([name, of]) => of.map((row) => insert(name, row))),
      ...triggers.map(({ sql }) => env.DB.prepare(sql)),
    ])
  }
}

function ask<Of>(sql: string) {
  return env.DB.prepare(sql).all<Of>()
}

function insert(table: string, row: Row): D1PreparedStatement {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  return env.DB.prepare(`insert into "${table}" (${columns}) values (${names.map(() => '?').join(', ')})`).bind(
    ...Object.values(row),
  )
}
