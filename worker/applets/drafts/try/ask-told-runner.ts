import type { Ctx } from '../../../system/context/context.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import type { RunnerApi } from '../../../system/runner-api/runner-api.ts'
import { ensureRunner, syncRunner } from '../../../engine/runner-sync/sync-runner.ts'
import { findRunnerOf } from '../../../engine/runs/own-runner.ts'
import { fromRunner } from '../../../system/runner-api/from-runner.ts'

/** How long a try may take, in ms: five queries of a slow service, or a feed that is read first. */
const PATIENCE = 45_000

/**
 * Asks the user's Runner; one that has not heard of its user yet is told first, and made where there is none. `ask`
 * gives null for such a Runner. Throws `runs_unavailable`.
 */
export async function askToldRunner<Answer>(
  ctx: Ctx,
  user_id: string,
  ask: (runner: RunnerApi) => Promise<Answer | null>,
): Promise<Answer> {
  const known = await findRunnerOf(ctx, user_id)
  const first = known && (await fromRunner(() => ask(known), PATIENCE))
  if (first !== null) return first
  const told = await fromRunner(async () => {
    if (!known) await ensureRunner(ctx, user_id)
    return syncRunner(ctx, user_id, { again: true })
  }, PATIENCE)
  const answer = told && (await fromRunner(() => ask(told), PATIENCE))
  if (answer === null) throw new AppError('runs_unavailable')
  return answer
}
