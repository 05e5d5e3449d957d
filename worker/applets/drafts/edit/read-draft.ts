import type { Ctx } from '../../../system/context/context.ts'
import { appletPath } from '../../../contract/addresses.ts'
import type { DraftResponse } from '../../../contract/drafts/draft.ts'
import type { NewDraftQuery } from '../../../contract/drafts/draft-input.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { toDraftView } from '../view/draft-view.ts'
import { loadDraft } from '../view/load-draft.ts'
import { readAppletOfDraft } from '../../../db/applets/draft-markers.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { beginDraft } from './begin-draft.ts'

/**
 * The viewer's draft. Throws `not_signed_in`, and `not_found` for one that is not theirs; for one that they finished,
 * with the path of its Applet.
 */
export async function readDraft(ctx: Ctx, id: number): Promise<DraftResponse> {
  try {
    return { draft: (await toDraftView(ctx, await loadDraft(ctx, { id }))).view }
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'not_found'
    const made = isGone ? await readAppletOfDraft(ctx.db, (await requireUser(ctx)).id, id) : null
    throw made ? new AppError('not_found', { redirectTo: appletPath(made) }) : error
  }
}

/** A draft that is not stored yet. Throws as `beginDraft`. */
export async function readNewDraft(ctx: Ctx, query: NewDraftQuery): Promise<DraftResponse> {
  return { draft: (await toDraftView(ctx, await beginDraft(ctx, query))).view }
}
