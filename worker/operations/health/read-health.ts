import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { DATABASE_PATIENCE, databaseError } from './database-error.ts'
import { inTime } from './in-time.ts'
import { differingSettings, markSettings } from './setting-marks.ts'

/** `problems`: what is wrong, a sentence each; nothing of it is secret. `runner_version`: null if it is not known. */
type Health = { runner_version: string | null; problems: string[] }

/** How long the Runner's Worker may take, in ms: it asks D1 too. */
const RUNNER_PATIENCE = DATABASE_PATIENCE + 1000

/**
 * Whether both Workers and their D1 answer, and whether they have the same settings. Logs each problem as `unhealthy`.
 */
export async function readHealth(ctx: Ctx): Promise<Health> {
  const [error, runner] = await Promise.all([databaseError(ctx), examineRunner(ctx)])
  return error === null
    ? runner
    : { ...runner, problems: [unhealthy('D1 does not answer.', error), ...runner.problems] }
}

async function examineRunner(ctx: Ctx): Promise<Health> {
  const challenge = ctx.token()
  try {
    const report = inTime("The Runner's Worker", ctx.runnerHealth.report(challenge), RUNNER_PATIENCE)
    const [own, { version, reads_database, marks }] = await Promise.all([markSettings(ctx.settings, challenge), report])
    const differing = differingSettings(own, marks)
    return {
      runner_version: version,
      problems: [
        ...(reads_database ? [] : [unhealthy("The Runner's Worker cannot read D1.")]),
        ...(differing.length === 0
          ? []
          : [unhealthy(`The two Workers have different values of ${differing.join(', ')}.`)]),
      ],
    }
  } catch (error) {
    return { runner_version: null, problems: [unhealthy("The Runner's Worker does not answer.", String(error))] }
  }
}

function unhealthy(problem: string, message?: string): string {
  log('error', 'unhealthy', { problem, ...(message !== undefined && { message }) })
  return problem
}
