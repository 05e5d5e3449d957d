import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { AppletOfUser } from '../contract/applets.ts'
import type { NotificationsInput } from '../contract/applet-input.ts'
import { AppError } from '../http/app-error.ts'
import type { AppletRef } from './applet-queries.ts'
import { changeApplet } from './change-applet.ts'
import { has, own } from './conditions.ts'
import { loadForUser, ofUser } from './load-applet.ts'
import { requireAction } from './require-action.ts'
import { enablements } from './tables.ts'

/**
 * "Notify me when this runs", "Notify me if this fails to run" (§2.1): for an enabled Applet only. Throws `conflict`
 * otherwise, `invalid_input` where push can not be enabled.
 */
export async function setNotifications(ctx: Ctx, ref: AppletRef, input: NotificationsInput): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'set_notifications')
  const { pushEnabled: push_enabled, failedAppletRunNotificationsEnabled: failed_run_notifications_enabled } = input
  if (push_enabled && !world.viewer.can_push_enable) {
    throw new AppError('invalid_input', {
      attribute: 'pushEnabled',
      message: 'This Applet can not notify you of its runs.',
    })
  }
  const { actor, row } = world
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'notifications_changed',
    when: has(actor.id, row.id, 'enabled'),
    writes: (when) => [
      ctx.db
        .update(enablements)
        .set({
          ...(push_enabled !== undefined && { push_enabled }),
          ...(failed_run_notifications_enabled !== undefined && { failed_run_notifications_enabled }),
          updated_at: ctx.now(),
        })
        .where(and(own(actor.id, row.id), when)),
    ],
  })
  if (!done) throw new AppError('conflict')
  return ofUser(after)
}
