import type { Ctx } from '../../../system/context/context.ts'
import type { DraftConflict, DraftResponse } from '../../../contract/drafts/draft.ts'
import type { PatchDraftInput } from '../../../contract/drafts/draft-input.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { updateDraft } from '../../../db/applets/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { toDraftView } from '../view/draft-view.ts'
import { loadDraft, type LoadedDraft } from '../view/load-draft.ts'
import { applyChanges, chosenSteps } from './apply-changes.ts'

/**
 * Makes these changes to one version of a draft. Changes that were made already (their answer was lost) change nothing
 * and succeed. Throws `not_found`; `conflict` with the stored draft where it is at another version; `invalid_input` for
 * changes that cannot be made.
 */
export async function patchDraft(ctx: Ctx, id: number, input: PatchDraftInput): Promise<DraftResponse> {
  const steps = chosenSteps(input.changes)
  const first = await tryToPatch(ctx, await loadDraft(ctx, { id, steps }), input)
  // Another tab was quicker by a moment: against its version this is a conflict, or the same.
  const done = first ?? (await tryToPatch(ctx, await loadDraft(ctx, { id, steps }), input))
  if (!done) throw new AppError('conflict')
  return { draft: (await toDraftView(ctx, done)).view }
}

async function tryToPatch(ctx: Ctx, loaded: LoadedDraft, { version, changes }: PatchDraftInput) {
  const { stored, actor } = loaded
  if (!stored) throw new AppError('not_found')
  const doc = await applyChanges(ctx, loaded, changes)
  const isSame = doc !== null && JSON.stringify(doc) === JSON.stringify(loaded.doc)
  if (isSame && version <= stored.version) return loaded
  if (version !== stored.version) throw await draftConflict(ctx, loaded)
  if (!doc) throw new AppError('invalid_input', { message: SENTENCES.draft_refused })
  const now = ctx.now()
  const isWritten = await updateDraft(ctx.db, { id: stored.id, user_id: actor.id, version, doc, now })
  return isWritten ? { ...loaded, doc, stored: { id: stored.id, version: version + 1, updated_at: now } } : null
}

/** The `conflict` (409) that carries the stored draft, so that the page can offer both. */
export async function draftConflict(ctx: Ctx, loaded: LoadedDraft): Promise<AppError> {
  const data: DraftConflict = { draft: (await toDraftView(ctx, loaded)).view }
  return new AppError('conflict', { message: SENTENCES.draft_changed, attribute: 'version', data })
}
