import type { Ctx } from '../../system/context/context.ts'
import type { StoppedApplet } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { stopApplet } from '../../engine/runner-sync/stop-runs.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { requireAllowedAction } from '../enable/require-allowed.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { announceChange } from './announce-change.ts'

/**
 * DELETE: archives and disables the Applet for its author; for other users, deletes only their enablement.
 * Their runs that wait, retry or are held are canceled; for everyone else an archived Applet goes on. Throws
 * `not_found` if the user has nothing to delete.
 */
export async function deleteApplet(ctx: Ctx, ref: AppletKey): Promise<StoppedApplet> {
  const { done, loaded, written } = await changeApplet(ctx, ref, deleting, { awaited: true })
  if (done && loaded.viewer.is_author) await announceChange(ctx, loaded.row.id)
  const stopped = written === null || (await stopApplet(ctx, written))
  return { ...(await answerOf(ctx, loaded)), stopped }
}

function deleting(loaded: LoadedForUser): AppletChange | null {
  const { viewer, enablement } = loaded
  requireAllowedAction(loaded, 'delete')
  if (viewer.status === 'archived') return null
  if (viewer.is_author) {
    return {
      events: ['archived'],
      only_if: ['is_author', 'is_not_archived'],
      own: { kind: 'turn_off' },
      applet: { kind: 'archive' },
    }
  }
  if (!enablement) throw new AppError('not_found')
  return { events: ['deleted'], only_if: ['has_it'], own: { kind: 'remove' } }
}
