import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { StoppedApplet } from '../../contract/applets/applet.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { hasEnablement, isAuthor, notArchived, ownEnablement } from '../enable/write-conditions.ts'
import { removesEnablement, writesApplet } from '../enable/written-rows.ts'
import { announceChange } from './announce-change.ts'
import { decrementEnabledCount, disableWrites } from '../enable/disable-applet.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction } from '../enable/require-allowed-action.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { stopRuns } from '../../engine/runner-sync/stop-runs.ts'

/**
 * DELETE: archives and disables the Applet for its author; for other users, deletes only their enablement.
 * Their runs that wait, retry or are held are canceled; for everyone else an archived Applet goes on. Throws
 * `not_found` if the user has nothing to delete.
 */
export async function deleteApplet(ctx: Ctx, ref: AppletKey): Promise<StoppedApplet> {
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'delete')
  if (loaded.viewer.status === 'archived') return { ...(await answerOf(ctx, loaded)), stopped: true }
  if (loaded.viewer.is_author) return archive(ctx, loaded)
  return remove(ctx, loaded)
}

async function archive(ctx: Ctx, loaded: LoadedForUser): Promise<StoppedApplet> {
  const { actor, row } = loaded
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'archived',
    when: and(isAuthor(actor.id), notArchived()),
    writes: (when) => [
      decrementEnabledCount(ctx, loaded, when),
      disableWrites(ctx, loaded, when),
      writesApplet(
        ctx.db
          .update(applets)
          .set({ archived_at: ctx.now(), updated_at: ctx.now() })
          .where(and(eq(applets.id, row.id), when))
          .returning(),
      ),
    ],
    awaited: true,
  })
  if (done) await announceChange(ctx, row.id)
  return { ...(await answerOf(ctx, after)), stopped: await stopRuns(ctx, actor.id, [row.id]) }
}

async function remove(ctx: Ctx, loaded: LoadedForUser): Promise<StoppedApplet> {
  const { actor, row } = loaded
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'deleted',
    when: hasEnablement(actor.id, row.id),
    writes: (when) => [
      decrementEnabledCount(ctx, loaded, when),
      removesEnablement(
        ctx.db
          .delete(enablements)
          .where(and(ownEnablement(actor.id, row.id), when))
          .returning(),
      ),
    ],
    awaited: true,
  })
  if (!done) throw new AppError('not_found')
  return { ...(await answerOf(ctx, after)), stopped: await stopRuns(ctx, actor.id, [row.id]) }
}
