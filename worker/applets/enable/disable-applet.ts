import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { StoppedApplet } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from './change-applet.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { writesApplet, writesEnablement } from './written-rows.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { stopRuns } from '../../engine/runner-sync/stop-runs.ts'

/**
 * §4.9 disable: no further run begins, and what waits, retries or is held is canceled. Disabling twice is not an error.
 * Throws `conflict` if the Applet was never enabled.
 */
export async function disableApplet(ctx: Ctx, ref: AppletKey): Promise<StoppedApplet> {
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'disable')
  if (loaded.viewer.status === 'disabled_for_user') return { ...(await answerOf(ctx, loaded)), stopped: true }
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'disabled',
    when: hasEnablement(loaded.actor.id, loaded.row.id, 'enabled'),
    writes: (when) => [decrementEnabledCount(ctx, loaded, when), disableWrites(ctx, loaded, when)],
    awaited: true,
  })
  if (!done && after.viewer.status !== 'disabled_for_user') throw statusConflict(after, 'disable')
  return { ...(await answerOf(ctx, after)), stopped: await stopRuns(ctx, loaded.actor.id, [loaded.row.id]) }
}

export function disableWrites(ctx: Ctx, { actor, row }: LoadedForUser, when: SQL) {
  return writesEnablement(
    ctx.db
      .update(enablements)
      .set({ status: 'disabled', updated_at: ctx.now() })
      .where(and(ownEnablement(actor.id, row.id), eq(enablements.status, 'enabled'), when))
      .returning(),
  )
}

/**
 * Takes the user off the Applet's count if they have it enabled. Must run before the write that disables or deletes it.
 */
export function decrementEnabledCount(ctx: Ctx, { actor, row }: LoadedForUser, when: SQL) {
  return writesApplet(
    ctx.db
      .update(applets)
      .set({ enabled_count: sql`${applets.enabled_count} - 1` })
      .where(and(eq(applets.id, row.id), hasEnablement(actor.id, row.id, 'enabled'), when))
      .returning(),
  )
}
