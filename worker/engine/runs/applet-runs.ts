import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletHealth } from '../../contract/runs/applet-run.ts'
import type { AppletRuns, RunBegun, RunsTaken } from '../../contract/runs/run-answers.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { readServiceRow } from '../../db/services/service-catalog.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import type { OwnAppletRow } from '../../db/runners/runners-of-sessions.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { findOwnApplet, requireEnabled } from './own-runner.ts'
import { fromRunner, fromRunnerOrNull } from '../../system/runner-api/from-runner.ts'

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
  if (!runner) return { health: neverChecked(row), days: [], settings, paused_until, stopped_services: [] }
  const [health, days] = await Promise.all([
    fromRunnerOrNull(() => runner.health([applet_id])),
    fromRunnerOrNull(() => runner.days(applet_id)),
  ])
  const stopped_services = await namesOf(ctx, health?.[0]?.stopped_services ?? [])
  return { health: health && (health[0] ?? neverChecked(row)), days, settings, paused_until, stopped_services }
}

/** Asks the Applet's trigger at once. Throws `conflict` while it is off, `rate_limited`, `runs_unavailable`. */
export async function checkNow(ctx: Ctx, ref: AppletKey): Promise<Record<string, never>> {
  await askRunning(ctx, ref, (runner, applet_id) => runner.pollNow({ applet_id }))
  return {}
}

/** Runs the Applet with the sample of its trigger. Throws as `checkNow`. */
export async function testRun(ctx: Ctx, ref: AppletKey): Promise<RunBegun> {
  const run = await askRunning(ctx, ref, (runner, applet_id) => runner.testRun(applet_id))
  if (run === null) throw new AppError('conflict', { message: SENTENCES.cannot_test })
  return { run }
}

/** Ends "paused by itself". Throws as `checkNow`. */
export async function resumeApplet(ctx: Ctx, ref: AppletKey): Promise<Record<string, never>> {
  await askRunning(ctx, ref, (runner, applet_id) => runner.resume(applet_id))
  return {}
}

/** After a reconnect: does the held runs, or drops them. Throws as `checkNow`. */
export async function resolveHeld(ctx: Ctx, ref: AppletKey, answer: 'do' | 'drop'): Promise<RunsTaken> {
  return { runs: await askRunning(ctx, ref, (runner, applet_id) => runner.resolveHeld(applet_id, answer)) }
}

/** Runs what the trigger had while the Applet was off. Throws as `checkNow`. */
export async function runMissed(ctx: Ctx, ref: AppletKey): Promise<RunsTaken> {
  return { runs: await askRunning(ctx, ref, (runner, applet_id) => runner.runMissed(applet_id)) }
}

function namesOf(ctx: Ctx, module_names: readonly string[]): Promise<string[]> {
  return Promise.all(
    module_names.map(async (module_name) => (await readServiceRow(ctx, module_name))?.name ?? module_name),
  )
}

async function askRunning<Answer>(
  ctx: Ctx,
  ref: AppletKey,
  ask: (runner: RunnerApi, applet_id: number) => Promise<Answer>,
): Promise<Answer> {
  const { user_id, applet_id } = await requireEnabled(ctx, ref)
  await countTries(ctx, { limit: CHECKS_PER_USER, whom: user_id })
  // It may not have heard yet that the Applet is on.
  const runner = await fromRunner(() => syncRunner(ctx, user_id))
  if (!runner) throw new AppError('runs_unavailable')
  return fromRunner(() => ask(runner, applet_id))
}

export function settingsOf({
  keep_contents,
  min_gap,
  quiet_from,
  quiet_to,
  expect_every,
}: Pick<OwnAppletRow, 'keep_contents' | 'min_gap' | 'quiet_from' | 'quiet_to' | 'expect_every'>) {
  const quiet = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to }
  return { keep_contents, min_gap, quiet, expect_every }
}

/** Before the Runner has heard of the Applet: the counts are those that the Applet's own answer has. */
function neverChecked({ applet_id, run_count, last_run }: OwnAppletRow): AppletHealth {
  return {
    applet_id,
    run_count,
    last_run,
    last_checked: null,
    last_event: last_run,
    next_check: null,
    open_runs: 0,
    held_runs: 0,
    hold: null,
    paused: null,
    missed: 0,
    note: null,
  }
}
