import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { DRAFTS_MAX, type AppletDraft, type DraftResponse } from '../../../contract/drafts/draft.ts'
import type { CreateDraftInput } from '../../../contract/drafts/draft-input.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { drafts } from '../../../db/schema/drafts.ts'
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
  const stored = await insertDraft(ctx, loaded, doc)
  if (stored) return { ...(await responseOf(ctx, { ...loaded, doc, stored })), created: true }
  const same = await findSame(ctx, loaded, doc)
  if (!same) throw new AppError('invalid_input', { message: SENTENCES.drafts_full })
  // Another tab was first with an edit of the same Applet, or the answer to this very call was lost.
  return { ...(await patchDraft(ctx, same.id, { version: same.version, changes })), created: false }
}

async function responseOf(ctx: Ctx, loaded: LoadedDraft): Promise<DraftResponse> {
  return { draft: (await toDraftView(ctx, loaded)).view }
}

async function insertDraft({ db, ...ctx }: Ctx, { actor, applet }: LoadedDraft, doc: AppletDraft) {
  const now = ctx.now()
  const applet_id = applet?.row.id ?? null
  const text = JSON.stringify(doc)
  const [row] = await db
    .insert(drafts)
    .select(
      sql`select null, ${actor.id}, ${applet_id}, 1, ${text}, ${now}, ${now}
        where (select count(*) from ${drafts} d where d.user_id = ${actor.id}) < ${DRAFTS_MAX}
        and not exists (select 1 from ${drafts} d where d.user_id = ${actor.id} and ${isUntouched(text)})`,
    )
    .onConflictDoNothing()
    .returning({ id: drafts.id, version: drafts.version, updated_at: drafts.updated_at })
  return row ?? null
}

/** A new one with this content that nobody has changed since it was stored. */
function isUntouched(text: string) {
  return sql`d.applet_id is null and d.version = 1 and d.doc = ${text}`
}

async function findSame({ db }: Ctx, { actor, applet }: LoadedDraft, doc: AppletDraft) {
  const which = applet
    ? eq(drafts.applet_id, applet.row.id)
    : and(eq(drafts.version, 1), sql`${drafts.doc} = ${JSON.stringify(doc)}`)
  const [row] = await db
    .select({ id: drafts.id, version: drafts.version })
    .from(drafts)
    .where(and(eq(drafts.user_id, actor.id), which))
    .limit(1)
  return row ?? null
}
