import type { RunnerCtx } from '../../system/context/context.ts'
import { giveRunner } from '../../db/runners.ts'

/**
 * The id of the user's Runner, made with the first call. Of two at the same time both get the same. Throws if the
 * account is deleted.
 */
export async function ensureRunner(ctx: RunnerCtx, user_id: string): Promise<string> {
  const [row] = await giveRunner(ctx, user_id, ctx.runners.newId())
  if (!row?.runner_id || row.deleted_at !== null) throw new Error('A deleted account has no Runner.')
  return row.runner_id
}
