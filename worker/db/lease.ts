import { and, eq, isNull, lte, or, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { log } from '../system/log/log.ts'
import type { Db } from '../system/d1/client.ts'

/** `until`: the column that says until when (ms) one worker has the row. */
type Leasable<Until extends string> = SQLiteTable & Record<Until, SQLiteColumn>
type Wanted<Table extends SQLiteTable> = { ms: number; where: SQL | undefined; set?: SQLiteUpdateSetSource<Table> }

/** Takes a row for `ms`: null while another's lease is alive. That of a worker that died ends by itself. */
export async function takeLease<Until extends string, Table extends Leasable<Until>>(
  { db, now }: { db: Db; now(): number },
  table: Table,
  until: Until,
  { ms, where, set }: Wanted<Table>,
): Promise<InferSelectModel<Table> | null> {
  const at = now()
  const values = { ...set, [until]: at + ms } as SQLiteUpdateSetSource<Table>
  const isFree = or(isNull(table[until]), lte(table[until], at))
  const taken = await db.update(table).set(values).where(and(where, isFree)).returning()
  return (taken as InferSelectModel<Table>[])[0] ?? null
}

/** Gives the row back, unless its lease has ended. Never throws: a lease that stays ends by itself. */
export async function endLease<Until extends string, Table extends Leasable<Until | 'id'>>(
  { db }: { db: Db },
  table: Table,
  until: Until,
  row: Record<'id', string> & Record<Until, number | null>,
  set: SQLiteUpdateSetSource<Table>,
): Promise<void> {
  const isOurs = and(eq(table.id, row.id), eq(table[until], row[until]))
  await db
    .update(table)
    .set(set)
    .where(isOurs)
    .catch((error: unknown) => log('warn', 'not_released', { message: String(error) }))
}
