import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor } from '../enable/write-conditions.ts'
import { writesApplet } from '../enable/written-rows.ts'
import { announceChange } from './announce-change.ts'
import { loadForUser, answerOf } from '../read/load-applet.ts'
import { requireAllowedAction, requireAuthor } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'
import { currentFace } from '../../db/applets/public-face.ts'

/**
 * Takes a published Applet back: nobody finds or turns it on anymore; for those who have it enabled it keeps running,
 * at their version, with the name and texts that it has now. Doing it twice is not an error. Throws `not_found` for
 * anyone but the author, `conflict` for an archived Applet.
 */
export async function unpublishApplet(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'unpublish')
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'unpublished',
    when: and(isAuthor(loaded.actor.id), isNotNull(applets.published_at)),
    writes: (when) => [
      writesApplet(
        ctx.db
          .update(applets)
          .set({ published_at: null, public_face: currentFace, unlisted_until: null, updated_at: ctx.now() })
          .where(and(eq(applets.id, loaded.row.id), when))
          .returning(),
      ),
    ],
  })
  if (done) await announceChange(ctx, loaded.row.id)
  return answerOf(ctx, after)
}
