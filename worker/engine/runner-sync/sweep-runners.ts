import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { markOutdatedRunners } from '../../db/runners/runner-services.ts'
import { runners } from '../../db/schema/runners.ts'
import { log } from '../../system/log/log.ts'
import { logFailure, syncRunner } from './sync-runner.ts'

/** How many Runners a portion tells, and wakes. The others follow. */
const SYNCED_AT_ONCE = 50
const WOKEN_AT_ONCE = 100
/** How many of them are under way together. */
const SIDE_BY_SIDE = 6
/** A Runner that failed waits for this long, and then behind the others. */
const PAUSE_AFTER_FAILURE = 5 * MINUTE
/** How late a Runner's own alarm may be before it is woken. */
const LATE = 2 * MINUTE

/**
 * The minute's job: tells the Runners whose configuration, or a file of an added service, is behind, and wakes those whose alarm did not ring.
 * Works on those that were due by `before` (ms), and returns how many, and whether more are left. A Runner that cannot
 * be reached is logged and tried again later; it never stops the others.
 */
export async function sweepRunners(
  ctx: Ctx,
  before = ctx.now(),
): Promise<{ synced: number; woken: number; more: boolean }> {
  const retryAt = sql`coalesce(${runners.retry_at}, 0)`
  const [, , behind, late] = await ctx.db.batch([
    ...markOutdatedRunners(ctx.db, { now: ctx.now(), most: SYNCED_AT_ONCE }),
    ctx.db
      .select({ user_id: runners.user_id })
      .from(runners)
      .where(and(sql`${runners.applied} < ${runners.wanted}`, isNull(runners.deleted_at), lte(retryAt, before)))
      .orderBy(retryAt, asc(runners.wanted))
      .limit(SYNCED_AT_ONCE),
    ctx.db
      .select({ user_id: runners.user_id, runner_id: runners.runner_id })
      .from(runners)
      .where(and(lt(runners.wake_by, before - LATE), isNull(runners.deleted_at)))
      .orderBy(asc(runners.wake_by))
      .limit(WOKEN_AT_ONCE),
  ])
  const later = ctx.now() + PAUSE_AFTER_FAILURE
  const synced = await eachOf(ctx, behind, { retry_at: later }, async ({ user_id }) => {
    await syncRunner(ctx, user_id)
  })
  const woken = await eachOf(ctx, late, { wake_by: later }, (row) => wake(ctx, row))
  return { synced, woken, more: behind.length === SYNCED_AT_ONCE || late.length === WOKEN_AT_ONCE }
}

async function wake(ctx: Ctx, { user_id, runner_id }: { user_id: string; runner_id: string | null }): Promise<void> {
  if (runner_id === null) return
  const { wake_by } = await ctx.runners.get(runner_id).wake()
  await ctx.db.update(runners).set({ wake_by }).where(eq(runners.user_id, user_id))
  log('warn', 'runner_woken', { user_id })
}

/** A few at a time. `onFailure`: what moves a row that fails behind the others. Returns how many succeeded. */
async function eachOf<Row extends { user_id: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  onFailure: { retry_at: number } | { wake_by: number },
  work: (row: Row) => Promise<void>,
) {
  const waiting = [...rows]
  let done = 0
  const take = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) if (await attempt(row)) done++
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take))
  return done

  async function attempt(row: Row): Promise<boolean> {
    try {
      await work(row)
      return true
    } catch (error) {
      logFailure(error)
      await ctx.db.update(runners).set(onFailure).where(eq(runners.user_id, row.user_id))
      return false
    }
  }
}
