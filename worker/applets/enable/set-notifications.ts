import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { NotificationsInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseAppletKey, type AppletKey } from '../../contract/addresses.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { changeApplet } from './change-applet.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed.ts'

/**
 * "Notify me when this runs", "Notify me if this fails to run" (§2.1). Throws `conflict` if the Applet is not enabled,
 * `invalid_input` if it does not support push, or if `appletId` names another Applet than the address.
 */
export async function setNotifications(ctx: Ctx, ref: AppletKey, input: NotificationsInput): Promise<AppletOfUser> {
  const { appletId, pushEnabled: push_enabled, failedAppletRunNotificationsEnabled: failed } = input
  const { done, loaded } = await changeApplet(ctx, ref, (now) => {
    if (appletId !== undefined && !isNamedBy(now, parseAppletKey(appletId))) {
      throw new AppError('invalid_input', { attribute: 'appletId', message: SENTENCES.applet_not_of_address })
    }
    return notificationChange(now, { push_enabled, failed, pushAttribute: 'pushEnabled' })
  })
  if (!done) throw statusConflict(loaded, 'set_notifications')
  return answerOf(ctx, loaded)
}

function isNamedBy({ row }: LoadedForUser, { id, friendly_id }: AppletKey): boolean {
  return row.id === id || (friendly_id !== null && row.friendly_id === friendly_id)
}

type Switches = {
  push_enabled?: boolean | null | undefined
  failed?: boolean | null | undefined
  /** The name of the push switch in the request, for the error. */
  pushAttribute: string
}

/** The change alone, for callers that change more at once. Throws as `setNotifications` does. */
export function notificationChange(loaded: LoadedForUser, { push_enabled, failed, pushAttribute }: Switches) {
  requireAllowedAction(loaded, 'set_notifications')
  if (push_enabled && !loaded.viewer.can_push_enable) {
    throw new AppError('invalid_input', { attribute: pushAttribute, message: SENTENCES.no_notifications })
  }
  const columns = {
    ...(typeof push_enabled === 'boolean' && { push_enabled }),
    ...(typeof failed === 'boolean' && { failed_run_notifications_enabled: failed }),
  }
  return {
    events: ['notifications_changed'],
    only_if: ['is_on'],
    own: { kind: 'set', columns },
  } as const satisfies AppletChange
}
