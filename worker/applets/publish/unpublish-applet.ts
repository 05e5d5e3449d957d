import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { requireAllowedAction, requireAuthor } from '../enable/require-allowed.ts'
import { answerOf } from '../read/load-applet.ts'
import { announceChange } from './announce-change.ts'

/**
 * Takes a published Applet back: nobody finds or turns it on anymore; for those who have it enabled it keeps running,
 * at their version, with the name and texts that it has now. Doing it twice is not an error. Throws `not_found` for
 * anyone but the author, `conflict` for an archived Applet.
 */
export async function unpublishApplet(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const { done, loaded } = await changeApplet(ctx, ref, (now) => {
    requireAuthor(now)
    requireAllowedAction(now, 'unpublish')
    if (now.row.published_at === null) return null
    return { events: ['unpublished'], only_if: ['is_author', 'is_published'], applet: { kind: 'take_back' } }
  })
  if (done) await announceChange(ctx, loaded.row.id)
  return answerOf(ctx, loaded)
}
