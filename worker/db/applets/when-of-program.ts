import { and, eq, or } from 'drizzle-orm'
import { stepsOfKind } from '../../contract/applets/step-list.ts'
import type { DraftWhen } from '../../contract/drafts/draft.ts'
import { draftIdOf } from '../../contract/drafts/draft-runs.ts'
import { whenOf } from '../../contract/drafts/draft-steps.ts'
import type { DbCtx } from '../../system/context/context.ts'
import type { Program } from '../../system/runner-api/program.ts'
import { applet_versions } from '../schema/applets.ts'
import { drafts } from '../schema/drafts.ts'

type Asked = Pick<Program, 'applet_id' | 'version' | 'of_draft'>

/**
 * What a user's program was made to decide by: the code of its version or, of a draft that is done once and has none,
 * what the draft says. Null where neither is there.
 */
export async function readWhenOfProgram(
  { db }: DbCtx,
  user_id: string,
  { applet_id, version, of_draft }: Asked,
): Promise<DraftWhen | null> {
  const [stored] = await db
    .select({ doc: applet_versions.doc })
    .from(applet_versions)
    .where(and(eq(applet_versions.applet_id, applet_id), eq(applet_versions.version, version)))
  const [filter] = stored ? stepsOfKind(stored.doc.steps, 'filter') : []
  if (filter) return { kind: 'code', code: filter.code }
  if (!of_draft) return null
  const ofApplet = eq(drafts.applet_id, applet_id)
  const [draft] = await db
    .select({ doc: drafts.doc })
    .from(drafts)
    .where(and(eq(drafts.user_id, user_id), or(ofApplet, eq(drafts.id, draftIdOf(applet_id) ?? 0))))
  return draft ? whenOf(draft.doc) : null
}
