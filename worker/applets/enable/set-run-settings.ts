import { changeApplet } from './change-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { RunSettings } from '../../contract/runs/run-answers.ts'
import type { RunSettingsInput } from '../../contract/runs/run-input.ts'
import type { Ctx } from '../../system/context/context.ts'
import { settingsOf } from '../../engine/runs/applet-runs.ts'

/**
 * PATCH /api/applets/{id}/run_settings: "Don't keep contents", "at most once every …", quiet hours, "tell me when
 * nothing came for …". Throws `conflict` if the Applet is not enabled.
 */
export async function setRunSettings(ctx: Ctx, ref: AppletKey, input: RunSettingsInput): Promise<RunSettings> {
  const { quiet, ...same } = input
  const hours = quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }
  const { done, loaded } = await changeApplet(ctx, ref, (now) => {
    requireAllowedAction(now, 'set_notifications')
    return { events: ['saved'], only_if: ['is_on'], own: { kind: 'set', columns: { ...same, ...hours } } }
  })
  if (!done || !loaded.enablement) throw statusConflict(loaded, 'set_notifications')
  return settingsOf(loaded.enablement)
}
