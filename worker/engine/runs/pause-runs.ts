import type { PauseResponse } from '../../contract/runs/run-answers.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { DAY } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { setRunsPausedUntil } from '../../db/users/users.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { deferSync } from '../runner-sync/sync-runner.ts'
import { requireUser } from '../../system/context/require-user.ts'

/** A pause without an end is a mistake that nobody notices. */
const LONGEST_PAUSE = 366 * DAY

/** "Pause everything" until this time in ms; null goes on now. Throws `not_signed_in`, `invalid_input`. */
export async function pauseRuns(ctx: Ctx, { until }: { until: number | null }): Promise<PauseResponse> {
  const user = await requireUser(ctx)
  const now = ctx.now()
  if (until !== null && until > now + LONGEST_PAUSE) {
    throw new AppError('invalid_input', { attribute: 'until', message: SENTENCES.pause_too_long })
  }
  const paused_until = runsPausedUntil({ runs_paused_until: until }, now)
  await setRunsPausedUntil(ctx, user.id, paused_until)
  deferSync(ctx, user.id)
  return { paused_until }
}

/** Null once the time has come. */
export function runsPausedUntil(user: { runs_paused_until: number | null }, now: number): number | null {
  const until = user.runs_paused_until
  return until !== null && until > now ? until : null
}
