import type { Ctx } from '../../../system/context/context.ts'
import type { DraftSampleResponse } from '../../../contract/drafts/try-draft.ts'
import { countTries } from '../../../db/rate-limit.ts'
import { askToldRunner } from './ask-told-runner.ts'
import { loadTriedDraft } from './load-tried-draft.ts'
import { TRIES_PER_USER } from './try-limits.ts'

/**
 * POST /api/drafts/{id}/sample: events to try the draft with, newest first. Those that its trigger met, has now, or the
 * service's example; nothing counts as seen. Throws `not_signed_in`, `not_found`, `conflict` without a trigger,
 * `rate_limited`, `runs_unavailable`.
 */
export async function sampleDraft(ctx: Ctx, id: number): Promise<DraftSampleResponse> {
  const tried = await loadTriedDraft(ctx, id)
  const { program, trigger, loaded } = tried
  await countTries(ctx, { limit: TRIES_PER_USER, whom: loaded.actor.id })
  const step = tried.view.steps.find(({ kind }) => kind === 'trigger')
  const missing = step?.problem ?? null
  const { applet_id } = program
  const service_files = await ctx.readServiceFiles([trigger.module_name])
  const request = { trigger, applet_id, may_ask: missing === null, service_files }
  const { events, problem } = await askToldRunner(ctx, loaded.actor.id, (runner) => runner.sampleEvents(request))
  // Events that were met need nothing of the trigger as it is now.
  const why = problem ?? (events.some(({ origin }) => origin === 'seen') ? null : missing)
  const at = { step: step?.key ?? '', field: null, line: null }
  return { events, problem: why === null ? null : { ...at, message: why }, now: ctx.now() }
}
