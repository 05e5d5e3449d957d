import { getTableName, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '../system/d1/client.ts'

/** Inserts any number of rows with one statement, where D1 takes a hundred parameters. All rows have the same columns. */
export async function insertMany<Row extends object>(db: Db, table: SQLiteTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const names = sql.raw(columns.map((column) => `"${column}"`).join(', '))
  const values = sql.raw(columns.map((column) => `value ->> '$.${column}'`).join(', '))
  const into = sql.raw(`"${getTableName(table)}"`)
  await db.run(sql`insert into ${into} (${names}) select ${values} from json_each(${JSON.stringify(rows)})`)
}
