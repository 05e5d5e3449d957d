import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { CreateAppletInput } from '../../contract/applets/applet-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseAppletKey } from '../../contract/addresses.ts'
import { labelsOf, type ChoiceLabels } from '../../contract/applets/choice-label.ts'
import type { OwnValues } from '../../db/applets/enablement-writes.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { chooseFields } from '../read/field-rules.ts'
import { readStepRules } from '../read/step-field-checks.ts'
import { changeApplet } from './change-applet.ts'
import { addressKeysOf } from './address-keys.ts'
import { configurationNeededError, requireAllowedAction, requireEnableable } from './require-allowed.ts'
import { requireSeenVersion } from './require-seen.ts'

/**
 * §4.7 create: enables an Applet for the user. `created` is false if it was already enabled, so pressing twice does no
 * harm. Throws `already_connected` (a second connection, §4.10), `needs_configuration`, `services_not_connected`,
 * `quota_reached`, `conflict`, and as `requireSeenVersion`.
 */
export async function enableApplet(
  ctx: Ctx,
  { id, rev }: CreateAppletInput,
): Promise<{ created: boolean; applet: AppletOfUser }> {
  let pressed = false
  const { done, loaded } = await changeApplet(ctx, parseAppletKey(id), async (now) => {
    requireAllowedAction(now, 'create')
    if (now.viewer.status === 'enabled_for_user') {
      if (now.applet.config_type === 'dynamic' && !pressed) throw new AppError('already_connected')
      return null
    }
    pressed = true
    await requireSeenVersion(ctx, now, { rev })
    requireEnableable(now)
    const { fields, enablement, steps } = now
    const stored = enablement?.fields ?? null
    const chosen = chooseFields({ fields, stored, preserve: true, ...(await readStepRules(ctx, steps)) })
    if (chosen.kind !== 'valid') throw configurationNeededError(now)
    return turningOn(ctx, now, withLabels(now, chosen.values))
  })
  if (loaded.viewer.status !== 'enabled_for_user') throw new AppError('conflict')
  return { created: done, applet: await answerOf(ctx, loaded) }
}

/**
 * The change that turns the Applet on with these values. The quota is counted in the same transaction, so that two
 * requests cannot both take the last slot.
 */
export async function turningOn(ctx: Ctx, loaded: LoadedForUser, values: OwnValues): Promise<AppletChange> {
  const { actor, subscriptions_version } = loaded
  const { keys, first_runner } = await addressKeysOf(ctx, loaded)
  return {
    events: ['enabled'],
    only_if: ['is_not_archived', 'is_as_visible', 'is_not_on', 'is_same_version'],
    takes_slot: { tier: actor.tier, subscriptions_version },
    first_runner,
    own: { kind: 'turn_on', ...values, keys, starts_features: loaded.applet.config_type === 'dynamic' },
  }
}

/** These values with the labels that are known of them. `given`: of choices that were made just now. */
export function withLabels(
  { enablement }: LoadedForUser,
  fields: Record<string, string>,
  given: ChoiceLabels = {},
): OwnValues {
  return { fields, labels: labelsOf({ ...enablement?.labels, ...given }, fields) }
}
