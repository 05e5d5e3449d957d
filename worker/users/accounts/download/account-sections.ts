import { and, gt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { DownloadSection } from '../../../system/context/account-parts.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import { USER_TABLES } from '../../../db/users/user-tables.ts'

const ROWS_AT_ONCE = 500

/** Makes the sections of D1's data about a user. */
export function accountSections(ctx: DbCtx, user_id: string): DownloadSection[] {
  return Object.values(USER_TABLES).flatMap(({ table, isTheirs, download }) =>
    download ? [tableSection(ctx, { table, isTheirs: isTheirs(user_id), ...download })] : [],
  )
}

type TableSection = { name: string; table: SQLiteTable; columns: Record<string, SQLiteColumn>; isTheirs: SQL }

/** In the order in which rows were written: an index by user ends in that. */
function tableSection({ db }: DbCtx, { name, table, columns, isTheirs }: TableSection): DownloadSection {
  const place = sql<number>`${table}.rowid`
  return {
    name,
    async read(after) {
      const rows = await db
        .select({ ...columns, place: place.as('place') })
        .from(table)
        .where(and(isTheirs, gt(place, Number(after ?? -1))))
        .orderBy(place)
        .limit(ROWS_AT_ONCE)
      const last = rows.at(-1)
      return {
        rows: rows.map(({ place: _place, ...row }) => withoutSecrets(row)),
        next: last && rows.length === ROWS_AT_ONCE ? String(last.place) : null,
      }
    },
  }
}

/** A secret value of a field is stored sealed; that there is one may be known. */
function withoutSecrets({ fields, doc, ...row }: Record<string, unknown>): object {
  return {
    ...row,
    ...(fields !== undefined && { fields: hideSealed(fields) }),
    ...(doc !== undefined && { doc: hideSealed(doc) }),
  }
}

function hideSealed(value: unknown): unknown {
  if (typeof value === 'string') return isSealedSecret(value) ? null : value
  if (Array.isArray(value)) return value.map(hideSealed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideSealed(each)]))
}
