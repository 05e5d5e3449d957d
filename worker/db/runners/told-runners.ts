import { and, asc, eq, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { nextWanted } from '../runners.ts'
import { runners } from '../schema/runners.ts'
import { markOutdatedRunners, noteRunnerServices } from './runner-services.ts'
import { polledWrites, type Polled } from './trigger-identities.ts'

type Told = {
  user_id: string
  /** From where the Runner was told; null where it was told everything. */
  before: number | null
  /** Up to which `wanted` it was told, and when it has something to do, in ms. */
  applied: number
  wake_by: number | null
  services: readonly { module_name: string; version: number }[]
  polled: Polled
}

/**
 * Notes what a Runner was told. Where D1 does not know all that came before, it stays behind: what a lost note would have
 * said comes with everything.
 */
export async function noteTold({ db }: DbCtx, told: Told): Promise<void> {
  const { user_id, before, applied, wake_by, services, polled } = told
  const follows = before === null ? lte(runners.applied, applied) : eq(runners.applied, before)
  await runNamed(db, {
    runner: db
      .update(runners)
      .set({ applied, wake_by, retry_at: null })
      .where(and(eq(runners.user_id, user_id), follows)),
    services: services.length > 0 ? [noteRunnerServices(db, user_id, services)] : [],
    polled: polledWrites(db, { user_id, applied }, polled),
  })
}

/** Has the minute's job tell this user's Runner, unless it is behind already. */
export async function markRunnerBehind({ db, now }: DbCtx & ClockCtx, user_id: string): Promise<void> {
  await db
    .update(runners)
    .set({ wanted: nextWanted(now()) })
    .where(and(eq(runners.user_id, user_id), gte(runners.applied, runners.wanted)))
}

/** How many Runners a portion tells, and how many it wakes; `late`: ms that an alarm may be late. */
type Due = { now: number; before: number; told: number; woken: number; late: number }

/**
 * The Runners whose configuration, or a file of an added service, was behind by `before` (ms), those that failed last
 * behind the others; and those whose alarm did not ring.
 */
export async function readDueRunners({ db }: DbCtx, { now, before, told, woken, late }: Due) {
  const retryAt = sql`coalesce(${runners.retry_at}, 0)`
  const { user_id, runner_id, wanted, applied, wake_by, deleted_at } = runners
  const { behind, silent } = await runNamed(db, {
    marked: markOutdatedRunners(db, { now, most: told }),
    behind: db
      .select({ user_id })
      .from(runners)
      .where(and(sql`${applied} < ${wanted}`, isNull(deleted_at), lte(retryAt, before)))
      .orderBy(retryAt, asc(wanted))
      .limit(told),
    silent: db
      .select({ user_id, runner_id })
      .from(runners)
      .where(and(lt(wake_by, before - late), isNull(deleted_at)))
      .orderBy(asc(wake_by))
      .limit(woken),
  })
  return { behind, silent }
}

/** When a Runner is told again, or woken (ms). */
export async function setRunnerTimes(
  { db }: DbCtx,
  user_id: string,
  times: { retry_at: number } | { wake_by: number | null },
): Promise<void> {
  await db.update(runners).set(times).where(eq(runners.user_id, user_id))
}

/** Marks the user's Runner as deleted for good, and returns its id; null without one. Can be repeated. */
export async function markRunnerDeleted({ db, now }: DbCtx & ClockCtx, user_id: string): Promise<string | null> {
  const [row] = await db
    .update(runners)
    .set({ deleted_at: sql`coalesce(${runners.deleted_at}, ${now()})`, wake_by: null, retry_at: null })
    .where(eq(runners.user_id, user_id))
    .returning({ runner_id: runners.runner_id })
  return row?.runner_id ?? null
}

/** Its id also after it was marked as deleted. */
export async function readAnyRunnerId({ db }: DbCtx, user_id: string): Promise<string | null> {
  const [row] = await db.select({ runner_id: runners.runner_id }).from(runners).where(eq(runners.user_id, user_id))
  return row?.runner_id ?? null
}
