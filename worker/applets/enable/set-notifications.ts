import { and, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { NotificationsInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseAppletKey } from '../../contract/applets/applet-key.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from './change-applet.ts'
import { writesEnablement } from './written-rows.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { enablements } from '../../db/schema/applets.ts'

/**
 * "Notify me when this runs", "Notify me if this fails to run" (§2.1). Throws `conflict` if the Applet is not enabled,
 * `invalid_input` if it does not support push, or if `appletId` names another Applet than the address.
 */
export async function setNotifications(ctx: Ctx, ref: AppletKey, input: NotificationsInput): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  const { appletId, pushEnabled: push_enabled, failedAppletRunNotificationsEnabled: failed } = input
  if (appletId !== undefined && !isNamedBy(loaded, parseAppletKey(appletId))) {
    throw new AppError('invalid_input', { attribute: 'appletId', message: SENTENCES.applet_not_of_address })
  }
  const { kind, when, write } = notificationChange(ctx, loaded, { push_enabled, failed, pushAttribute: 'pushEnabled' })
  const { done, loaded: after } = await changeApplet(ctx, loaded, { kind, when, writes: (changed) => [write(changed)] })
  if (!done) throw statusConflict(after, 'set_notifications')
  return answerOf(ctx, after)
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

/** The change without the batch, for callers that change more in the same batch. Throws as `setNotifications` does. */
export function notificationChange(ctx: Ctx, loaded: LoadedForUser, { push_enabled, failed, pushAttribute }: Switches) {
  requireAllowedAction(loaded, 'set_notifications')
  if (push_enabled && !loaded.viewer.can_push_enable) {
    throw new AppError('invalid_input', {
      attribute: pushAttribute,
      message: SENTENCES.no_notifications,
    })
  }
  const { actor, row } = loaded
  return {
    kind: 'notifications_changed' as const,
    when: hasEnablement(actor.id, row.id, 'enabled'),
    write: (changed: SQL) =>
      writesEnablement(
        ctx.db
          .update(enablements)
          .set({
            ...(typeof push_enabled === 'boolean' && { push_enabled }),
            ...(typeof failed === 'boolean' && { failed_run_notifications_enabled: failed }),
            updated_at: ctx.now(),
          })
          .where(and(ownEnablement(actor.id, row.id), changed))
          .returning(),
      ),
  }
}
