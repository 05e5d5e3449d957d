import { deleteExpiredRows } from '../../db/upkeep/expired-rows.ts'
import type { Ctx } from '../../system/context/context.ts'

import { sumUpJobErrors } from './job-error-lines.ts'

/** How many batches one invocation makes: D1 takes 1,000 statements of it. */
const BATCHES = 10

/** Deletes what has expired, and tells of the error lines of jobs that it counted. Returns whether more is left. */
export async function purgeExpired(ctx: Ctx): Promise<boolean> {
  await sumUpJobErrors(ctx)
  for (let batch = 0; batch < BATCHES; batch++) if (!(await deleteExpiredRows(ctx))) return false
  return true
}
