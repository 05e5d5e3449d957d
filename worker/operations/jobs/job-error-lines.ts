import { countErrorLine, takeErrorCounts } from '../../db/upkeep/error-lines.ts'
import type { SentJob } from '../../contract/jobs/jobs.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { ERROR_LINES_AN_HOUR } from '../../system/log/error-allowance.ts'
import { log } from '../../system/log/log.ts'

/** The user whose job it is, or who sent it; undefined for one that the clock or Stripe began. */
export function userOfJob(job: SentJob): string | undefined {
  return 'user_id' in job ? job.user_id : job.sent_by
}

/**
 * Counts an error line of a job: ten an hour for each user, in all isolates together, and for each kind of jobs that are
 * nobody's. Returns whether the log may have it. Without D1 it may: the log's own limit is left.
 */
export async function mayLogJobError(ctx: DbCtx & ClockCtx, job: SentJob): Promise<boolean> {
  return mayLogErrorOf(ctx, userOfJob(job) ?? job.kind)
}

/** Counts an error line in D1, for all isolates. `whose`: without colons or anything personal, because the log may say it. */
export async function mayLogErrorOf(ctx: DbCtx & ClockCtx, whose: string): Promise<boolean> {
  const nth = await countErrorLine(ctx, whose).catch(() => 0)
  return nth <= ERROR_LINES_AN_HOUR
}

/** Tells of the error lines that the log did not have, when their hour has ended. */
export async function sumUpJobErrors(ctx: DbCtx & ClockCtx): Promise<void> {
  for (const { whose, lines } of await takeErrorCounts(ctx)) {
    const left_out = lines - ERROR_LINES_AN_HOUR
    if (left_out > 0) log('warn', 'error_lines_left_out', { whose, lines: left_out })
  }
}
