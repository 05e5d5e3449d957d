import { MINUTE } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { readDueRunners, setRunnerTimes } from '../../db/runners/told-runners.ts'
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
  const { behind, silent } = await readDueRunners(ctx, {
    now: ctx.now(),
    before,
    told: SYNCED_AT_ONCE,
    woken: WOKEN_AT_ONCE,
    late: LATE,
  })
  const later = ctx.now() + PAUSE_AFTER_FAILURE
  const synced = await eachOf(ctx, behind, { retry_at: later }, async ({ user_id }) => {
    await syncRunner(ctx, user_id)
  })
  const woken = await eachOf(ctx, silent, { wake_by: later }, (row) => wake(ctx, row))
  return { synced, woken, more: behind.length === SYNCED_AT_ONCE || silent.length === WOKEN_AT_ONCE }
}

async function wake(ctx: Ctx, { user_id, runner_id }: { user_id: string; runner_id: string | null }): Promise<void> {
  if (runner_id === null) return
  const { wake_by } = await ctx.runners.get(runner_id).wake()
  await setRunnerTimes(ctx, user_id, { wake_by })
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
      await setRunnerTimes(ctx, row.user_id, onFailure)
      return false
    }
  }
}
