import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletKey } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor, notArchived } from '../enable/write-conditions.ts'
import { announceChange } from './announce-change.ts'
import { loadForUser, requireViewer } from '../read/load-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'
import { saveVersion } from '../../runner-sync/write-versions.ts'
import { isComplete } from '../read/viewer-view.ts'

/**
 * "Publish this Applet so anyone can use it" (§2.1). Publishing twice is not an error. Throws `not_found` for anyone
 * but the author, `conflict` for an archived Applet, `invalid_input` if a trigger or an action is missing, or if a step
 * holds a secret of its author.
 */
export async function publishApplet(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'publish')
  if (loaded.applet.published) return requireViewer(loaded)
  if (!isComplete(loaded.applet)) {
    throw new AppError('invalid_input', { message: SENTENCES.applet_incomplete })
  }
  if (loaded.fixes_secret) throw new AppError('invalid_input', { message: SENTENCES.applet_has_secret })
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'published',
    when: and(isAuthor(loaded.actor.id), notArchived(), isNull(applets.published_at)),
    writes: (when) => [
      ctx.db
        .update(applets)
        .set({ published_at: ctx.now(), updated_at: ctx.now() })
        .where(and(eq(applets.id, loaded.row.id), when)),
    ],
  })
  if (!done && !after.applet.published) throw statusConflict(after, 'publish')
  if (done) await Promise.all([announceChange(ctx, loaded.row.id), saveVersion(ctx, loaded.row.id)])
  return requireViewer(after)
}
