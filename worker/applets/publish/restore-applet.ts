import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed.ts'
import { answerOf } from '../read/load-applet.ts'
import { announceChange } from './announce-change.ts'
import { requirePublicName } from './check-public-name.ts'

/**
 * Restores an archived Applet. Throws `not_found` for anyone but the author, `conflict` if it is not archived, and as
 * `requirePublicName` for one that everyone sees again.
 */
export async function restoreApplet(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const { done, loaded } = await changeApplet(ctx, ref, async (now) => {
    requireAuthor(now)
    requireAllowedAction(now, 'restore')
    if (now.row.published_at !== null) await requirePublicName(ctx, now.row.name, now.actor)
    return { events: ['restored'], only_if: ['is_author', 'is_archived'], applet: { kind: 'restore' } }
  })
  if (!done) throw statusConflict(loaded, 'restore')
  await announceChange(ctx, loaded.row.id)
  return answerOf(ctx, loaded)
}
