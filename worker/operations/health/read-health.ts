import type { Ctx } from '../../system/context/context.ts'
import type { Settings } from '../../system/context/env.ts'
import { log } from '../../system/log/log.ts'
import { DATABASE_PATIENCE, databaseError } from './database-error.ts'
import { inTime } from '../../system/call-places/in-time.ts'
import { differingSettings, markSettings } from './setting-marks.ts'

/** `settings`: null where a setting is wrong that the product cannot do without. */
export type HealthCtx = Pick<Ctx, 'db' | 'runnerHealth' | 'token' | 'readSettingProblems'> & {
  settings: Settings | null
}

/**
 * `ok`: whether the product works, if not with all that is set up. `problems`: what is wrong, a sentence each; nothing of
 * it is secret. `runner_version`: null if it is not known.
 */
type Health = { ok: boolean; runner_version: string | null; problems: string[] }

/** How long the Runner's Worker may take, in ms: it asks D1 too. */
const RUNNER_PATIENCE = DATABASE_PATIENCE + 1000

/**
 * Whether both Workers and their D1 answer, which settings are wrong, and whether both Workers have the same. Logs each
 * problem as `unhealthy`.
 */
export async function readHealth(ctx: HealthCtx): Promise<Health> {
  const wrong = ctx.readSettingProblems()
  const [error, runner] = await Promise.all([databaseError(ctx), examineRunner(ctx, wrong)])
  return {
    ok: error === null && ctx.settings !== null && runner.ok,
    runner_version: runner.runner_version,
    problems: [
      ...(error === null ? [] : [unhealthy('D1 does not answer.', error)]),
      ...wrong.map((each) => unhealthy(`Wrong setting ${each}.`)),
      ...runner.problems,
    ],
  }
}

/** `known`: wrong settings that need not be named again. */
async function examineRunner(ctx: HealthCtx, known: readonly string[]): Promise<Health> {
  const challenge = ctx.token()
  try {
    const asked = inTime("The Runner's Worker", ctx.runnerHealth.report(challenge), RUNNER_PATIENCE)
    const [own, report] = await Promise.all([ctx.settings ? markSettings(ctx.settings, challenge) : {}, asked])
    const { version, reads_database, marks, setting_problems = [], is_stopped = false } = report
    const differing = differingSettings(own, marks)
    return {
      ok: reads_database && !is_stopped && differing.length === 0,
      runner_version: version,
      problems: [
        ...(reads_database ? [] : [unhealthy("The Runner's Worker cannot read D1.")]),
        ...setting_problems
          .filter((each) => !known.includes(each))
          .map((each) => unhealthy(`Wrong setting of the Runner's Worker ${each}.`)),
        ...(differing.length === 0
          ? []
          : [unhealthy(`The two Workers have different values of ${differing.join(', ')}.`)]),
      ],
    }
  } catch (error) {
    return {
      ok: false,
      runner_version: null,
      problems: [unhealthy("The Runner's Worker does not answer.", String(error))],
    }
  }
}

function unhealthy(problem: string, message?: string): string {
  log('error', 'unhealthy', { problem, ...(message !== undefined && { message }) })
  return problem
}
