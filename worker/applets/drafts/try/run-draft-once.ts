import { usedServices } from '../../../system/runner-api/program.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { RunOnceResponse } from '../../../contract/drafts/try-draft.ts'
import type { RunOnceInput } from '../../../contract/drafts/try-input.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tierRefusal } from '../../../system/errors/tier-refusal.ts'
import { countTries } from '../../../db/rate-limit.ts'
import { problemErrors } from '../view/problem-errors.ts'
import { askToldRunner } from './ask-told-runner.ts'
import { loadTriedDraft } from './load-tried-draft.ts'
import { DONE_ONCE_PER_USER } from './try-limits.ts'

/**
 * POST /api/drafts/{id}/run_once: really does the draft once with the event, marked as a test in the history. The same
 * press does it once. Throws `not_signed_in`, `not_found`, `conflict` without a trigger and for an event that is not
 * kept anymore, `invalid_input` with one error for each problem, `tier_required` and `quota_reached`, `rate_limited`,
 * `runs_unavailable`.
 */
export async function runDraftOnce(ctx: Ctx, id: number, { event, press }: RunOnceInput): Promise<RunOnceResponse> {
  const { view, loaded, program } = await loadTriedDraft(ctx, id)
  if (view.problems.length > 0) throw new AppError('invalid_input', { errors: problemErrors(view.problems) })
  if (view.rules.block_user) throw tierRefusal(view.rules)
  await countTries(ctx, { limit: DONE_ONCE_PER_USER, whom: loaded.actor.id })
  const service_files = await ctx.readServiceFiles(usedServices([program]))
  const answer = await askToldRunner(ctx, loaded.actor.id, async (runner) => {
    const said = await runner.runOnce({ program, event, press, service_files })
    return said.kind === 'unready' ? null : said
  })
  if (answer.kind === 'event_gone') throw new AppError('conflict', { message: SENTENCES.draft_event_gone })
  return { run: answer.run }
}
