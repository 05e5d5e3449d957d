import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import { appletRef } from '../read/applet-queries.ts'
import { configurationNeededError, writeEnablement, requireEnableable } from './enablement-change.ts'
import { chooseFields } from '../read/field-rules.ts'
import { loadForUser, requireViewer } from '../read/load-applet.ts'
import { requireAction } from './require-allowed-action.ts'

/**
 * §4.7 create: enables an Applet for the user. `created` is false where it was enabled before: pressing twice does no
 * harm. Throws `already_connected` (a second connection, §4.10), `needs_configuration`, `services_not_connected`,
 * `quota_reached`, `conflict`.
 */
export async function enableApplet(
  ctx: Ctx,
  input: { id: string | number },
): Promise<{ created: boolean; applet: AppletOfUser }> {
  const world = await loadForUser(ctx, appletRef(input.id))
  requireAction(world, 'create')
  if (world.viewer.status === 'enabled_for_user') {
    if (world.applet.config_type === 'dynamic') throw new AppError('already_connected')
    return { created: false, applet: requireViewer(world) }
  }
  requireEnableable(world)
  const { fields, enablement } = world
  const chosen = chooseFields({ fields, stored: enablement?.fields ?? null, preserve: true })
  if (chosen.kind !== 'valid') throw configurationNeededError(world)
  const { done, world: after } = await writeEnablement(ctx, world, chosen.values)
  return { created: done, applet: requireViewer(after) }
}
