import { AppError } from '../errors/app-error.ts'
import { inTime } from '../call-places/in-time.ts'
import { log } from '../log/log.ts'

/** How long a call waits for a Runner, in ms, unless it says so itself. */
const PATIENCE = 5000

/** Waits for the Runner's answer. Throws `runs_unavailable` (503) if it cannot be reached in time; `patience` in ms. */
export async function fromRunner<Answer>(ask: () => Promise<Answer>, patience = PATIENCE): Promise<Answer> {
  try {
    return await inTime('The Runner', ask(), patience)
  } catch (cause) {
    log('error', 'runner_unavailable', { message: String(cause) })
    throw new AppError('runs_unavailable', { cause })
  }
}

/** Like `fromRunner`, but null instead of an error, for pages that have more to show. */
export async function fromRunnerOrNull<Answer>(
  ask: () => Promise<Answer>,
  patience = PATIENCE,
): Promise<Answer | null> {
  return fromRunner(ask, patience).catch(() => null)
}
