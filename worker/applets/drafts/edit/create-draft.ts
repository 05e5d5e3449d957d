import type { Ctx } from '../../../system/context/context.ts'
import type { DraftResponse } from '../../../contract/drafts/draft.ts'
import type { CreateDraftInput } from '../../../contract/drafts/draft-input.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { findDraft, insertDraft } from '../../../db/applets/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { toDraftView } from '../view/draft-view.ts'
import type { LoadedDraft } from '../view/load-draft.ts'
import { applyChanges, chosenSteps } from './apply-changes.ts'
import { beginDraft } from './begin-draft.ts'
import { patchDraft } from './patch-draft.ts'

/**
 * Stores a draft with its first changes. `created` is false where the Applet has a draft already, which then takes the
 * changes, and where the same draft was just stored: a call whose answer was lost may be sent again. Throws as
 * `beginDraft`; `invalid_input` for changes that cannot be made and for a user with too many drafts; as `patchDraft`.
 */
export async function createDraft(
  ctx: Ctx,
  { changes, ...beginning }: CreateDraftInput,
): Promise<DraftResponse & { created: boolean }> {
  const loaded = await beginDraft(ctx, { ...beginning, steps: chosenSteps(changes) })
  const known = loaded.stored
  if (known) return { ...(await patchDraft(ctx, known.id, { version: known.version, changes })), created: false }
  const doc = await applyChanges(ctx, loaded, changes)
  if (!doc) throw new AppError('invalid_input', { message: SENTENCES.draft_refused })
  const given = { user_id: loaded.actor.id, applet_id: loaded.applet?.row.id ?? null, doc }
  const stored = await insertDraft(ctx.db, { ...given, now: ctx.now() })
  if (stored) return { ...(await responseOf(ctx, { ...loaded, doc, stored })), created: true }
  const same = await findDraft(ctx.db, given)
  if (!same) throw new AppError('invalid_input', { message: SENTENCES.drafts_full })
  // Another tab was first with an edit of the same Applet, or the answer to this very call was lost.
  return { ...(await patchDraft(ctx, same.id, { version: same.version, changes })), created: false }
}

async function responseOf(ctx: Ctx, loaded: LoadedDraft): Promise<DraftResponse> {
  return { draft: (await toDraftView(ctx, loaded)).view }
}
