import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { AppletAddress } from '../../../contract/addresses.ts'
import { activity_log, applets } from '../../../db/schema/applets.ts'
import { requireUser } from '../../../system/context/require-user.ts'

/** The log's entry of what a draft became. A draft becomes something once, so the entry is found by the draft's id. */
export function markerOf({ id }: { id: number }): string {
  return `act_draft_${id}`
}

/** The Applet that a draft of the viewer became; null where it became none. Throws `not_signed_in`. */
export async function readMadeApplet(ctx: Ctx, id: number): Promise<AppletAddress | null> {
  const user = await requireUser(ctx)
  const [row] = await ctx.db
    .select({
      id: applets.id,
      friendly_id: applets.friendly_id,
      name: applets.name,
      config_type: applets.config_type,
    })
    .from(activity_log)
    .innerJoin(applets, eq(applets.id, activity_log.applet_id))
    .where(and(eq(activity_log.id, markerOf({ id })), eq(activity_log.user_id, user.id)))
  return row ?? null
}
