import type { D1Database } from '@cloudflare/workers-types'

/**
 * The tables of a database, indexes of texts included, in which any cell of any row has one of these texts, as
 * "table.column", sorted. Does not trust the schema: it asks the database which tables and columns there are.
 */
export async function tracesInDatabase(db: D1Database, texts: readonly string[]): Promise<string[]> {
  const tables = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
    )
    .all<{ name: string }>()
  const found: string[] = []
  for (const { name } of tables.results) {
    const columns = await db.prepare('select name from pragma_table_info(?)').bind(name).all<{ name: string }>()
    for (const { name: column } of columns.results)
      if (await hasText(db, { name, column, texts })) found.push(`${name}.${column}`)
  }
  return found.toSorted()
}

type Place = { name: string; column: string; texts: readonly string[] }

async function hasText(db: D1Database, { name, column, texts }: Place): Promise<boolean> {
  const each = texts.map(() => `instr(lower(cast("${column}" as text)), lower(?))`)
  const query = db.prepare(`select 1 as found from "${name}" where ${each.join(' or ')} limit 1`).bind(...texts)
  return (await query.first('found')) !== null
}
