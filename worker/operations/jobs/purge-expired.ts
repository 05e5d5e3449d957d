import { deleteExpiredRows } from '../../db/upkeep/expired-rows.ts'
import type { Ctx } from '../../system/context/context.ts'
import { sumUpErrorLines } from './sum-up-error-lines.ts'

/** How many batches one invocation makes: D1 takes 1,000 statements of it. */
const BATCHES = 10

/** Deletes what has expired, and tells of the error lines that were too many. Returns whether more is left. */
export async function purgeExpired(ctx: Ctx): Promise<boolean> {
  await sumUpErrorLines(ctx)
  for (let batch = 0; batch < BATCHES; batch++) if (!(await deleteExpiredRows(ctx))) return false
  return true
}
