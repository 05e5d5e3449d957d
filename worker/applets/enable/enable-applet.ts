import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseAppletKey } from '../../contract/applets/applet-key.ts'
import { configurationNeededError, writeEnablement, requireEnableable } from './enablement-change.ts'
import { chooseFields } from '../read/field-rules.ts'
import { readStepRules } from '../read/step-field-checks.ts'
import { loadForUser, answerOf } from '../read/load-applet.ts'
import { requireAllowedAction } from './require-allowed-action.ts'

/**
 * §4.7 create: enables an Applet for the user. `created` is false if it was already enabled, so pressing twice does no
 * harm. Throws `already_connected` (a second connection, §4.10), `needs_configuration`, `services_not_connected`,
 * `quota_reached`, `conflict`.
 */
export async function enableApplet(
  ctx: Ctx,
  input: { id: string | number },
): Promise<{ created: boolean; applet: AppletOfUser }> {
  const loaded = await loadForUser(ctx, parseAppletKey(input.id))
  requireAllowedAction(loaded, 'create')
  if (loaded.viewer.status === 'enabled_for_user') {
    if (loaded.applet.config_type === 'dynamic') throw new AppError('already_connected')
    return { created: false, applet: await answerOf(ctx, loaded) }
  }
  requireEnableable(loaded)
  const { fields, enablement } = loaded
  const stored = enablement?.fields ?? null
  const chosen = chooseFields({ fields, stored, preserve: true, ...(await readStepRules(ctx, loaded.steps)) })
  if (chosen.kind !== 'valid') throw configurationNeededError(loaded)
  const { done, loaded: after } = await writeEnablement(ctx, loaded, chosen.values)
  return { created: done, applet: await answerOf(ctx, after) }
}
