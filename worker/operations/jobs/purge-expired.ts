import { deleteExpiredRows } from '../../db/upkeep/expired-rows.ts'
import type { Ctx } from '../../system/context/context.ts'

/** How many batches one invocation makes: D1 takes 1,000 statements of it. */
const BATCHES = 10

/** Deletes what has expired. Returns whether more is left. */
export async function purgeExpired(ctx: Ctx): Promise<boolean> {
  for (let batch = 0; batch < BATCHES; batch++) if (!(await deleteExpiredRows(ctx))) return false
  return true
}
