import { and } from 'drizzle-orm'
import { changeApplet } from './change-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { writesEnablement } from './written-rows.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { loadForUser } from '../read/load-applet.ts'
import type { RunSettings } from '../../contract/runs/run-answers.ts'
import type { RunSettingsInput } from '../../contract/runs/run-input.ts'
import type { Ctx } from '../../system/context/context.ts'
import { enablements } from '../../db/schema/applets.ts'
import { settingsOf } from '../../engine/runs/applet-runs.ts'

/**
 * PATCH /api/applets/{id}/run_settings: "Don't keep contents", "at most once every …", quiet hours, "tell me when
 * nothing came for …". Throws `conflict` if the Applet is not enabled.
 */
export async function setRunSettings(ctx: Ctx, ref: AppletKey, input: RunSettingsInput): Promise<RunSettings> {
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'set_notifications')
  const { actor, row } = loaded
  const { quiet, ...same } = input
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'saved',
    when: hasEnablement(actor.id, row.id, 'enabled'),
    writes: (changed) => [
      writesEnablement(
        ctx.db
          .update(enablements)
          .set({
            ...same,
            ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
            updated_at: ctx.now(),
          })
          .where(and(ownEnablement(actor.id, row.id), changed))
          .returning(),
      ),
    ],
  })
  if (!done || !after.enablement) throw statusConflict(after, 'set_notifications')
  return settingsOf(after.enablement)
}
