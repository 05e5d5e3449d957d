import { eq, exists, sql, type SQL } from 'drizzle-orm'
import type { ActorUser, Ctx } from '../../../system/context/context.ts'
import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import { stepIdOf } from '../../../contract/connections/service.ts'
import type { AppletDraft } from '../../../contract/drafts/draft.ts'
import { activity_log } from '../../../db/schema/applets.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { service_steps } from '../../../db/schema/connections.ts'
import { markerOf } from '../view/made-applet.ts'
import type { AppletOfDraft } from './applet-of-draft.ts'

/** A stored draft as it was checked. */
export type StoredDraft = {
  id: number
  version: number
  actor: ActorUser
  subscriptions_version: string
  doc: AppletDraft
}

/** The draft is still at this version, and its author's. */
export function draftUnchanged({ id, version, actor }: StoredDraft): SQL {
  return sql`exists (select 1 from ${drafts} d where d.id = ${id} and d.version = ${version} and d.user_id = ${actor.id})`
}

/**
 * The two rows that the writes of a draft's change depend on: its log entry, written first if all conditions hold, and
 * the draft, which goes last. So nothing is written a second time.
 */
export function changeOf({ db }: Ctx, draft: StoredDraft) {
  const marker = markerOf(draft)
  const marked = eq(activity_log.id, marker)
  const entry = db
    .select({ one: sql`1` })
    .from(activity_log)
    .where(marked)
  return { marker, marked, changed: sql`(${exists(entry)} and ${draftUnchanged(draft)})` }
}

/** The catalog still has each of the steps. */
export function stepsExist({ document }: AppletOfDraft): SQL {
  const ids = [...new Set(stepsOfServices(document.steps).map((step) => stepIdOf(step.kind, step)))]
  return sql`(select count(*) from ${service_steps} s
    where s.id in (select value from json_each(${JSON.stringify(ids)}))) = ${ids.length}`
}

/** The author's own pace and quiet hours, as columns. */
export function paceOf({ min_gap, quiet }: AppletDraft) {
  return { min_gap, quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }
}
