import { and, gte, lt, lte, sql } from 'drizzle-orm'
import { HOUR } from '../../contract/shared/durations.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { rate_limits } from '../schema/accounts.ts'

/** The counts stand among those of callers, each hour's in a row of its own, so that none is lost before it is told. */
const PREFIX = 'error_lines:'
const BEHIND = 'error_lines;'

/** Counts an error line in D1, for all isolates. `whose` as `log` has it. Returns which of the hour it is. */
export async function countErrorLine({ db, now }: DbCtx & ClockCtx, whose: string): Promise<number> {
  const ends = now() - (now() % HOUR) + HOUR
  const [row] = await db
    .insert(rate_limits)
    .values({ bucket: `${PREFIX}${whose}:${ends}`, count: 1, resets_at: ends })
    .onConflictDoUpdate({ target: rate_limits.bucket, set: { count: sql`${rate_limits.count} + 1` } })
    .returning({ count: rate_limits.count })
  return row?.count ?? 1
}

/** Takes the counts of hours that have ended. */
export async function takeErrorCounts({ db, now }: DbCtx & ClockCtx): Promise<{ whose: string; lines: number }[]> {
  const { bucket, count, resets_at } = rate_limits
  const ended = await db
    .delete(rate_limits)
    .where(and(gte(bucket, PREFIX), lt(bucket, BEHIND), lte(resets_at, now())))
    .returning({ bucket, count })
  return ended.map((row) => ({ whose: row.bucket.split(':')[1] ?? '', lines: row.count }))
}
