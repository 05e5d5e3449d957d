import { and, eq, or } from 'drizzle-orm'
import { stepsOfKind } from '../../contract/applets/step-list.ts'
import type { DraftWhen } from '../../contract/drafts/draft.ts'
import { draftIdOf } from '../../contract/drafts/draft-runs.ts'
import { whenOf } from '../../contract/drafts/draft-steps.ts'
import type { DbCtx } from '../../system/context/context.ts'
import type { Program } from '../../system/runner-api/program.ts'
import { applet_versions } from '../schema/applets.ts'
import { drafts } from '../schema/drafts.ts'
import { readAppletOfDraft } from './draft-markers.ts'

type Asked = Pick<Program, 'applet_id' | 'version' | 'of_draft'>

/**
 * What a user's program was made to decide by: the code of its version or, of a draft that is done once and has none,
 * what the draft says, or the Applet that it has become. Null where none is there.
 */
export async function readWhenOfProgram(
  ctx: DbCtx,
  user_id: string,
  { applet_id, version, of_draft }: Asked,
): Promise<DraftWhen | null> {
  const stored = await readCode(ctx, applet_id, version)
  if (stored || !of_draft) return stored
  const draft_id = draftIdOf(applet_id)
  const [draft] = await ctx.db
    .select({ doc: drafts.doc })
    .from(drafts)
    .where(and(eq(drafts.user_id, user_id), or(eq(drafts.applet_id, applet_id), eq(drafts.id, draft_id ?? 0))))
  if (draft) return whenOf(draft.doc)
  const made = draft_id === null ? null : await readAppletOfDraft(ctx.db, user_id, draft_id)
  return made && readCode(ctx, made.id, 1)
}

async function readCode({ db }: DbCtx, applet_id: number, version: number): Promise<DraftWhen | null> {
  const [stored] = await db
    .select({ doc: applet_versions.doc })
    .from(applet_versions)
    .where(and(eq(applet_versions.applet_id, applet_id), eq(applet_versions.version, version)))
  const [filter] = stored ? stepsOfKind(stored.doc.steps, 'filter') : []
  return filter ? { kind: 'code', code: filter.code } : null
}
