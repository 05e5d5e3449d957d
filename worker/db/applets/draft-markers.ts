import { and, eq } from 'drizzle-orm'
import type { AppletAddress } from '../../contract/addresses.ts'
import type { Db } from '../../system/d1/client.ts'
import { activity_log, applets } from '../schema/applets.ts'

/** The log's entry of what a draft became. A draft becomes something once, so the entry is found by the draft's id. */
export function markerOfDraft(draft_id: number): string {
  return `act_draft_${draft_id}`
}

/** The Applet that a draft of this user became; null where it became none. */
export async function readAppletOfDraft(db: Db, user_id: string, draft_id: number): Promise<AppletAddress | null> {
  const { id, friendly_id, name, config_type } = applets
  const [row] = await db
    .select({ id, friendly_id, name, config_type })
    .from(activity_log)
    .innerJoin(applets, eq(applets.id, activity_log.applet_id))
    .where(and(eq(activity_log.id, markerOfDraft(draft_id)), eq(activity_log.user_id, user_id)))
  return row ?? null
}
