import { and, asc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../system/context/context.ts'
import type { ResealJob } from '../../contract/jobs/jobs.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { oauth_clients } from '../../db/schema/connections.ts'
import { service_files } from '../../db/schema/service-files.ts'
import { log } from '../../system/log/log.ts'
import { resealSecrets } from '../../system/secrets/field-secret.ts'
import { clientOwner } from '../../system/secrets/sealed-client.ts'
import { sealedColumns, type SealedColumns } from '../../system/secrets/sealed-columns.ts'
import { serviceKeyOwner } from '../../system/secrets/service-key.ts'
import { newestKeyId, resealToken } from '../../system/secrets/token-encryption.ts'
import { USER_TABLES } from '../../db/users/user-tables.ts'

/** Rows of one portion: each needs at most one statement, of the 1,000 that D1 takes of an invocation. */
const PORTION = 200

/** The columns that a round goes through, in this order. */
const SEALED: Record<string, SealedColumns> = {
  ...Object.fromEntries(Object.entries(USER_TABLES).flatMap(([name, { sealed }]) => (sealed ? [[name, sealed]] : []))),
  service_files: sealedColumns(service_files, { service_key: ({ module_name }) => serviceKeyOwner(module_name) }),
  oauth_clients: sealedColumns(oauth_clients, { client: clientOwner }),
}
const TABLES = Object.keys(SEALED)

/**
 * Once a day, while TOKEN_KEYS has several keys, starts to seal with the first what others have sealed. A whole round
 * that found nothing is remembered, so the next ones cost one read.
 */
export async function startReseal(ctx: Ctx, before: number): Promise<boolean> {
  const { TOKEN_KEYS } = ctx.settings
  const isDue = before % DAY < 15 * MINUTE && TOKEN_KEYS.includes(',')
  if (isDue && (await ctx.kv.get(doneKey(TOKEN_KEYS))) === null)
    await ctx.queue.send({ kind: 'reseal', id: ctx.id('job'), table: TABLES[0] ?? '', after: 0, sealed: 0 })
  return false
}

/** Seals a portion again and queues the next one. A row that changed meanwhile is left as it is now. */
export async function resealPortion(ctx: Ctx, { table, after, sealed }: ResealJob): Promise<void> {
  const columns = SEALED[table]
  // Queued by an older release: tomorrow's round does it.
  if (!columns) return
  const { read, last, writes } = await readPortion(ctx, table, columns, after)
  const [first, ...more] = writes
  if (first) await ctx.db.batch([first, ...more])
  const total = sealed + writes.length
  const isWhole = read < PORTION
  const next = isWhole ? TABLES[TABLES.indexOf(table) + 1] : table
  if (next !== undefined) {
    const rest = { table: next, after: isWhole ? 0 : last, sealed: total }
    return void (await ctx.queue.send({ kind: 'reseal', id: ctx.id('job'), ...rest }))
  }
  log('info', 'resealed', { rows: total })
  if (total === 0) await ctx.kv.put(doneKey(ctx.settings.TOKEN_KEYS), '1')
}

function doneKey(keys: string): string {
  return `resealed:${newestKeyId(keys)}`
}

type Row = Record<string, unknown>

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
  const writes: BatchItem<'sqlite'>[] = []
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
