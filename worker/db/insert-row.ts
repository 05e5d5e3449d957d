import { Column, getTableColumns, is, sql, SQL, type InferInsertModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '../system/d1/client.ts'

/** A column that is not given has its default, or null. */
type Row<Inserted> = { [Name in keyof Inserted]: Inserted[Name] | SQL | Column }

/** Where the values come from, and the condition. */
export type RowSource = { from?: SQLiteTable | SQL; where?: SQL | undefined }

/**
 * The statement that inserts a row for each row of `from` where the condition holds at its place in the batch; once, if it
 * does, without `from`. Values may be columns of `from`.
 */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  into: Table,
  row: Row<InferInsertModel<Table>>,
  { from, where = sql`true` }: RowSource,
) {
  const given: Record<string, unknown> = row
  const values = Object.entries(getTableColumns(into)).map(([name, column]) => valueOf(given[name], column))
  const source = from ? sql` from ${from}` : sql``
  return db.insert(into).select(sql`select ${sql.join(values, sql`, `)}${source} where ${where}`)
}

function valueOf(given: unknown, column: Column): SQL {
  const value = given === undefined ? (column.default ?? null) : given
  return is(value, SQL) || is(value, Column) ? sql`${value}` : sql`${sql.param(value, column)}`
}
