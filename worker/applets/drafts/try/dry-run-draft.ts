import { usedServices } from '../../../system/runner-api/program.ts'
import type { Ctx } from '../../../system/context/context.ts'
import type { DryRunResponse } from '../../../contract/drafts/try-draft.ts'
import type { DryRunInput } from '../../../contract/drafts/try-input.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tierRefusal } from '../../../system/errors/tier-refusal.ts'
import { countTries } from '../../../db/rate-limit.ts'
import { rulesOfDraft } from '../view/draft-rules.ts'
import { askToldRunner } from './ask-told-runner.ts'
import { describeDryRun, withoutProblems } from './describe-dry-run.ts'
import { loadTriedDraft } from './load-tried-draft.ts'
import { TRIES_PER_USER } from './try-limits.ts'

/**
 * POST /api/drafts/{id}/dry_run: what each step would do with the event. Queries are asked, nothing is sent. Throws
 * `not_signed_in`, `not_found`, `conflict` without a trigger and for an event that is not kept anymore,
 * `tier_required`, `rate_limited`, `runs_unavailable`.
 */
export async function dryRunDraft(ctx: Ctx, id: number, { event }: DryRunInput): Promise<DryRunResponse> {
  const tried = await loadTriedDraft(ctx, id)
  const { loaded, needs } = tried
  // The quota asks nothing: nothing is turned on.
  const rules = rulesOfDraft({ ...loaded, enabled: 0 }, needs)
  if (rules.block_user) throw tierRefusal(rules)
  await countTries(ctx, { limit: TRIES_PER_USER, whom: loaded.actor.id })
  const program = withoutProblems(tried)
  const request = { program, event, service_files: await ctx.readServiceFiles(usedServices([program])) }
  const answer = await askToldRunner(ctx, loaded.actor.id, async (runner) => {
    const said = await runner.dryRun(request)
    return said.kind === 'unready' ? null : said
  })
  if (answer.kind === 'event_gone') throw new AppError('conflict', { message: SENTENCES.draft_event_gone })
  return { steps: describeDryRun(tried, answer) }
}
