import type { Ctx } from '../../system/context/context.ts'
import type { UpdateAppletInput } from '../../contract/applets/applet-input.ts'
import { parseAppletKey } from '../../contract/addresses.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { requireAllowedAction, requireAuthor, statusConflict } from '../enable/require-allowed.ts'
import { notificationChange } from '../enable/set-notifications.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { announceChange } from './announce-change.ts'
import { requirePublicName } from './check-public-name.ts'

/**
 * normalizedAppletUpdate (§7): changes the Applet's name (author only) and the user's own notifications, all or
 * nothing. Throws `not_found` if a name comes from anyone but the author, `conflict` if the status does not allow the
 * change, `invalid_input` for a published Applet's name with a link or that poses as a service.
 */
export async function updateApplet(ctx: Ctx, input: UpdateAppletInput): Promise<void> {
  const { name, push_enabled, failed_applet_run_notifications_enabled: failed } = input
  const switches =
    typeof push_enabled === 'boolean' || typeof failed === 'boolean'
      ? { push_enabled, failed, pushAttribute: 'push_enabled' }
      : null
  const { done, loaded } = await changeApplet(ctx, parseAppletKey(input.applet_id), async (now) => {
    const renamed = typeof name === 'string' ? await renaming(ctx, now, name) : null
    const notified = switches && notificationChange(now, switches)
    const change = renamed ?? notified
    if (!change) throw new AppError('invalid_input', { message: SENTENCES.nothing_to_change })
    return renamed && notified ? both(renamed, notified) : change
  })
  if (!done) throw statusConflict(loaded, typeof name === 'string' ? 'rename' : 'set_notifications')
  if (typeof name === 'string') await announceChange(ctx, loaded.row.id)
}

async function renaming(ctx: Ctx, loaded: LoadedForUser, name: string): Promise<AppletChange> {
  if (loaded.row.published_at !== null) await requirePublicName(ctx, name, loaded.actor)
  requireAuthor(loaded)
  requireAllowedAction(loaded, 'rename')
  return {
    events: ['renamed'],
    only_if: ['is_author', 'is_as_visible'],
    applet: { kind: 'set', columns: { name } },
  }
}

function both(first: AppletChange, second: AppletChange): AppletChange {
  return {
    ...first,
    ...second,
    events: [...first.events, ...second.events],
    only_if: [...first.only_if, ...second.only_if],
  }
}
