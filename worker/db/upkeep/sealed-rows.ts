import { and, asc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { resealSecrets } from '../../system/secrets/field-secret.ts'
import { clientOwner } from '../../system/secrets/sealed-client.ts'
import { serviceKeyOwner } from '../../system/secrets/service-key.ts'
import { resealToken } from '../../system/secrets/token-encryption.ts'
import { runBatch, type Statement } from '../d1-batch.ts'
import { oauth_clients } from '../schema/connections.ts'
import { service_files } from '../schema/service-files.ts'
import { sealedColumns, type SealedColumns } from '../users/sealed-columns.ts'
import { USER_TABLES } from '../users/user-tables.ts'

/** Rows of one portion: each needs at most one statement, of the 1,000 that D1 takes of an invocation. */
const PORTION = 200

/** The columns that a round goes through, in this order. */
const SEALED: Record<string, SealedColumns> = {
  ...Object.fromEntries(Object.entries(USER_TABLES).flatMap(([name, { sealed }]) => (sealed ? [[name, sealed]] : []))),
  service_files: sealedColumns(service_files, { service_key: ({ module_name }) => serviceKeyOwner(module_name) }),
  oauth_clients: sealedColumns(oauth_clients, { client: clientOwner }),
}
export const SEALED_TABLES = Object.keys(SEALED)

type Row = Record<string, unknown>

type Resealed = { written: number; last: number; isWhole: boolean }

/**
 * Seals the rows of a table after this one (rowid) again, where a key that is not the first has sealed them. A row that
 * changed meanwhile is left as it is now. `isWhole`: no rows are left. Null for a table that has nothing sealed.
 */
export async function resealRows(ctx: Ctx, name: string, after: number): Promise<Resealed | null> {
  const columns = SEALED[name]
  if (!columns) return null
  const { read, last, writes } = await readPortion(ctx, name, columns, after)
  if (writes.length > 0) await runBatch(ctx.db, writes)
  return { written: writes.length, last, isWhole: read < PORTION }
}

/** The rows after this one, and what writes those that have to change. */
async function readPortion({ db, settings }: Ctx, name: string, { table, owners }: SealedColumns, after: number) {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table)
  const sealed = Object.entries(owners).flatMap(([key, ownerOf]) => {
    const column = columns[key]
    return column ? [{ key, column, ownerOf }] : []
  })
  const rowid = sql<number>`${table}.rowid`
  const asText = sealed.map(({ key, column }) => [key, sql`cast(${column} as text)`.as(key)])
  const rows: Row[] = await db
    .select({ ...columns, ...Object.fromEntries(asText), place: rowid.as('place') })
    .from(table)
    .where(gt(rowid, after))
    .orderBy(asc(rowid))
    .limit(PORTION)
  const writes: Statement[] = []
  for (const row of rows) {
    const change = await sealAgain(row).catch((error: unknown) => {
      // A row that no key opens stays as it is.
      log('error', 'not_resealed', { row: `${name} ${row['place']}`, message: String(error) })
      return {}
    })
    if (Object.keys(change).length === 0) continue
    const isAsRead = sealed.map(({ key, column }) => sql`${column} is ${row[key]}`)
    writes.push(
      db
        .update(table)
        .set(change)
        .where(and(eq(rowid, row['place']), ...isAsRead)),
    )
  }
  return { read: rows.length, last: Number(rows.at(-1)?.['place'] ?? 0), writes }

  async function sealAgain(row: Row): Promise<Record<string, SQL>> {
    const change: Record<string, SQL> = {}
    for (const { key, column, ownerOf } of sealed) {
      const text = row[key]
      if (typeof text !== 'string') continue
      const reseal = column.dataType === 'string' ? resealToken : resealSecrets
      const again = await reseal(settings.TOKEN_KEYS, ownerOf(row), text)
      if (again !== text) change[key] = sql`${again}`
    }
    return change
  }
}
