import { markRunnerDeleted } from '../../db/runners/told-runners.ts'
import type { Ctx } from '../../system/context/context.ts'

/**
 * Deletes a user's Runner with all that it keeps, for good. The tombstone in D1 comes first, so that from then on no
 * sync begins; one under way is refused by the Runner. Can be repeated. Throws if the Runner cannot be reached.
 */
export async function forgetRunner(ctx: Ctx, user_id: string): Promise<void> {
  const runner_id = await markRunnerDeleted(ctx, user_id)
  if (runner_id !== null) await ctx.runners.get(runner_id).forget()
}
