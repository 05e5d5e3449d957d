import type { InferSelectModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

type Row = Record<string, unknown>

/** A table's sealed columns, and whom the secrets of a row belong to, as they were sealed with. */
export type SealedColumns = { table: SQLiteTable; owners: Record<string, (row: Row) => string> }

/** A column of JSON has its secrets among other values. */
export function sealedColumns<Table extends SQLiteTable>(
  table: Table,
  owners: { [Name in keyof InferSelectModel<Table>]?: (row: InferSelectModel<Table>) => string },
): SealedColumns {
  // Each is only called with a row of this table.
  return { table, owners: owners as never }
}
