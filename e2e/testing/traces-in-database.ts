import type { D1Database } from '@cloudflare/workers-types'

const COLUMNS = `select place.name as "table", cell.name as "column" from sqlite_master place, pragma_table_info(place.name) cell
  where place.type = 'table' and place.name not like 'sqlite_%' and place.name not like '_cf_%'`

/**
 * The tables of a database, indexes of texts included, in which any cell of any row has one of these texts, as
 * "table.column", sorted. Does not trust the schema: it asks the database which tables and columns there are.
 */
export async function tracesInDatabase(db: D1Database, texts: readonly string[]): Promise<string[]> {
  const { results } = await db.prepare(COLUMNS).all<{ table: string; column: string }>()
  const found: string[] = []
  for (const [table, columns] of Map.groupBy(results, (each) => each.table)) {
    // One statement a table, because each is three calls through the proxy.
    const cells = columns.map(({ column }) => `max(${hasText(column, texts.length)}) as "${column}"`)
    const [row = {}] = (
      await db
        .prepare(`select ${cells.join(', ')} from "${table}"`)
        .bind(...texts)
        .all<Record<string, number | null>>()
    ).results
    for (const { column } of columns) if (row[column] === 1) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

function hasText(column: string, texts: number): string {
  const each = Array.from(
    { length: texts },
    (_, at) => `instr(lower(cast("${column}" as text)), lower(?${at + 1})) > 0`,
  )
  return `coalesce(${each.join(' or ')}, 0)`
}
