import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor } from '../enable/write-conditions.ts'
import { writesApplet } from '../enable/written-rows.ts'
import { announceChange } from './announce-change.ts'
import { loadForUser, answerOf } from '../read/load-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'

/** Restores an archived Applet. Throws `not_found` for anyone but the author, `conflict` if it is not archived. */
export async function restoreApplet(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'restore')
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'restored',
    when: and(isAuthor(loaded.actor.id), isNotNull(applets.archived_at)),
    writes: (when) => [
      writesApplet(
        ctx.db
          .update(applets)
          .set({ archived_at: null, updated_at: ctx.now() })
          .where(and(eq(applets.id, loaded.row.id), when))
          .returning(),
      ),
    ],
  })
  if (!done) throw statusConflict(after, 'restore')
  await announceChange(ctx, loaded.row.id)
  return answerOf(ctx, after)
}
