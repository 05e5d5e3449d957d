import { takeErrorCounts } from '../../db/upkeep/error-lines.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { ERROR_LINES_AN_HOUR } from '../../system/log/error-allowance.ts'
import { log } from '../../system/log/log.ts'

/** Tells of the error lines that the log did not have, when their hour has ended. */
export async function sumUpErrorLines(ctx: DbCtx & ClockCtx): Promise<void> {
  for (const { whose, lines } of await takeErrorCounts(ctx)) {
    const left_out = lines - ERROR_LINES_AN_HOUR
    if (left_out > 0) log('warn', 'error_lines_left_out', { whose, lines: left_out })
  }
}
