import { and, eq, sql } from 'drizzle-orm'
import { selectAppletId, type AppletKey, type GivenAppletKey } from '../applets/read/applet-queries.ts'
import type { AppletHealth } from '../contract/runs/applet-run.ts'
import type { AppletRuns, RunBegun, RunsTaken } from '../contract/runs/run-answers.ts'
import { SENTENCES } from '../contract/errors.ts'
import { MINUTE } from '../contract/shared/durations.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../db/client.ts'
import { prepareOnce, type Given } from '../db/prepare-once.ts'
import { users } from '../db/schema/accounts.ts'
import { enablements } from '../db/schema/applets.ts'
import { runners } from '../db/schema/runners.ts'
import { AppError } from '../errors/app-error.ts'
import { countTries, type RateLimitRule } from '../rate-limit/rate-limit.ts'
import type { RunnerApi } from '../runner-api/runner-api.ts'
import { actorQuery, sessionUser } from '../session/actor.ts'
import { fromRunner, fromRunnerOrNull } from './own-runner.ts'

/** "Check now" and test runs cost other services calls. */
const CHECKS_PER_USER: RateLimitRule = { rule: 'check_now', tries: 20, window: MINUTE }

/**
 * How the user's Applet is doing, its last 30 days and what they decided about its runs. Throws `not_signed_in`,
 * `not_found` if they never enabled it.
 */
export async function readAppletRuns(ctx: Ctx, ref: AppletKey): Promise<AppletRuns> {
  const { row, runner } = await findOwnApplet(ctx, ref)
  const { applet_id, paused_until } = row
  const settings = settingsOf(row)
  if (!runner) return { health: neverRan(applet_id), days: [], settings, paused_until }
  const [health, days] = await Promise.all([
    fromRunnerOrNull(() => runner.health([applet_id])),
    fromRunnerOrNull(() => runner.days(applet_id)),
  ])
  return { health: health && (health[0] ?? neverRan(applet_id)), days, settings, paused_until }
}

/** Asks the Applet's trigger at once. Throws `conflict` while it is off, `rate_limited`, `runs_unavailable`. */
export async function checkNow(ctx: Ctx, ref: AppletKey): Promise<Record<string, never>> {
  const { applet_id, runner } = await requireRunning(ctx, ref)
  await fromRunner(() => runner.pollNow({ applet_id }))
  return {}
}

/** Runs the Applet with the sample of its trigger. Throws as `checkNow`. */
export async function testRun(ctx: Ctx, ref: AppletKey): Promise<RunBegun> {
  const { applet_id, runner } = await requireRunning(ctx, ref)
  const run = await fromRunner(() => runner.testRun(applet_id))
  if (run === null) throw new AppError('conflict', { message: SENTENCES.cannot_test })
  return { run }
}

/** Ends "paused by itself". Throws as `checkNow`. */
export async function resumeApplet(ctx: Ctx, ref: AppletKey): Promise<Record<string, never>> {
  const { applet_id, runner } = await requireRunning(ctx, ref)
  await fromRunner(() => runner.resume(applet_id))
  return {}
}

/** After a reconnect: does the held runs, or drops them. Throws as `checkNow`. */
export async function resolveHeld(ctx: Ctx, ref: AppletKey, answer: 'do' | 'drop'): Promise<RunsTaken> {
  const { applet_id, runner } = await requireRunning(ctx, ref)
  return { runs: await fromRunner(() => runner.resolveHeld(applet_id, answer)) }
}

/** Runs what the trigger had while the Applet was off. Throws as `checkNow`. */
export async function runMissed(ctx: Ctx, ref: AppletKey): Promise<RunsTaken> {
  const { applet_id, runner } = await requireRunning(ctx, ref)
  return { runs: await fromRunner(() => runner.runMissed(applet_id)) }
}

async function requireRunning(ctx: Ctx, ref: AppletKey): Promise<{ applet_id: number; runner: RunnerApi }> {
  const { row, runner } = await findOwnApplet(ctx, ref)
  if (row.status !== 'enabled') throw new AppError('conflict', { message: SENTENCES.applet_off('Applet') })
  await countTries(ctx, { limit: CHECKS_PER_USER, whom: row.user_id })
  if (!runner) throw new AppError('runs_unavailable')
  return { applet_id: row.applet_id, runner }
}

/** The session's user, their enablement and their Runner, in one round trip. */
async function findOwnApplet(ctx: Ctx, ref: AppletKey) {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, [row]] = await db.batch([
    actorQuery(db, sessionHash, ctx.now()),
    preparedOwn(db, { sessionHash, ...ref }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  if (!row) throw new AppError('not_found')
  return { row, runner: row.runner_id ? ctx.runners.get(row.runner_id) : null }
}

const preparedOwn = prepareOnce((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) =>
  ownQuery(db, sessionHash, ref),
)

function ownQuery(db: Db, sessionHash: Given<string>, ref: GivenAppletKey) {
  const { user_id, applet_id, status, keep_contents, min_gap, quiet_from, quiet_to, expect_every } = enablements
  return db
    .select({
      user_id,
      applet_id,
      status,
      keep_contents,
      min_gap,
      quiet_from,
      quiet_to,
      expect_every,
      runner_id: runners.runner_id,
      paused_until: users.runs_paused_until,
    })
    .from(enablements)
    .innerJoin(users, eq(users.id, user_id))
    .leftJoin(runners, eq(runners.user_id, user_id))
    .where(and(sql`${user_id} = ${sessionUser(db, sessionHash)}`, sql`${applet_id} = ${selectAppletId(ref)}`))
}
type OwnRow = Awaited<ReturnType<typeof ownQuery>>[number]

export function settingsOf({
  keep_contents,
  min_gap,
  quiet_from,
  quiet_to,
  expect_every,
}: Pick<OwnRow, 'keep_contents' | 'min_gap' | 'quiet_from' | 'quiet_to' | 'expect_every'>) {
  const quiet = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to }
  return { keep_contents, min_gap, quiet, expect_every }
}

function neverRan(applet_id: number): AppletHealth {
  return {
    applet_id,
    run_count: 0,
    last_run: null,
    last_checked: null,
    last_event: null,
    next_check: null,
    open_runs: 0,
    held_runs: 0,
    hold: null,
    paused: null,
    missed: 0,
    note: null,
  }
}
