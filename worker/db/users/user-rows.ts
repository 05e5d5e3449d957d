import { and, eq, gt, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { turnOffHeld } from '../applets/left-applets.ts'
import { past_trials } from '../schema/account-changes.ts'
import { trial_cards } from '../schema/billing.ts'
import { USER_TABLES } from './user-tables.ts'

const DOWNLOADED_AT_ONCE = 500
/** How many rows a statement deletes, because D1 answers nobody else meanwhile; how many batches a portion makes. */
const ERASED_AT_ONCE = 2000
const BATCHES = 5

/** The rows of one table in the file that users download, a portion at a time. */
type DownloadTable = {
  name: string
  read(after: string | null): Promise<{ rows: Record<string, unknown>[]; next: string | null }>
}

/** In the order in which rows were written: an index by user ends in that. */
export function downloadTables({ db }: DbCtx, user_id: string): DownloadTable[] {
  return Object.values(USER_TABLES).flatMap(({ table, isTheirs, download }) => {
    if (!download) return []
    const place = sql<number>`${table}.rowid`
    const read: DownloadTable['read'] = async (after) => {
      const rows = await db
        .select({ ...download.columns, place: place.as('place') })
        .from(table)
        .where(and(isTheirs(user_id), gt(place, Number(after ?? -1))))
        .orderBy(place)
        .limit(DOWNLOADED_AT_ONCE)
      const last = rows.at(-1)
      return {
        rows: rows.map(({ place: _place, ...row }) => row),
        next: last && rows.length === DOWNLOADED_AT_ONCE ? String(last.place) : null,
      }
    }
    return [{ name: download.name, read }]
  })
}

/** The cards with which a user had trials, and when, in ms. */
export function readTrialCards({ db }: DbCtx, user_id: string): Promise<{ fingerprint: string; created_at: number }[]> {
  const { fingerprint, created_at } = trial_cards
  return db.select({ fingerprint, created_at }).from(trial_cards).where(eq(trial_cards.user_id, user_id)).execute()
}

/** Keeps that something with this hash has had a trial. */
export async function insertPastTrial({ db }: DbCtx, row: typeof past_trials.$inferInsert): Promise<void> {
  await db.insert(past_trials).values(row).onConflictDoNothing()
}

/** Deletes the user's rows. Returns false if more are left, for the next round. */
export async function eraseRows(ctx: DbCtx & ClockCtx, user_id: string): Promise<boolean> {
  for (let batch = 0; batch < BATCHES; batch++) if (!(await erasePortion(ctx, user_id))) return true
  return false
}

async function erasePortion(ctx: DbCtx & ClockCtx, user_id: string): Promise<boolean> {
  const { db } = ctx
  const results = await db.batch([
    // Those that count are off first, so that a portion that leaves some counts none twice.
    ...turnOffHeld(ctx, user_id, sql`true`),
    ...Object.values(USER_TABLES)
      .filter(({ deletion }) => deletion === 'erased')
      .map(({ table, isTheirs }) =>
        db
          .delete(table)
          .where(sql`rowid in (select rowid from ${table} where ${isTheirs(user_id)} limit ${ERASED_AT_ONCE})`),
      ),
  ])
  return results.some(({ meta }) => meta.changes >= ERASED_AT_ONCE)
}
