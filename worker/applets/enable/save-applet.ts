import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SaveAppletInput } from '../../contract/applets/applet-input.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletChange } from '../../db/applets/change-applet-rows.ts'
import type { OwnValues } from '../../db/applets/enablement-writes.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sealSecret } from '../../system/secrets/field-secret.ts'
import { chooseFields } from '../read/field-rules.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { readStepRules } from '../read/step-field-checks.ts'
import { addressKeysOf } from './address-keys.ts'
import { changeApplet } from './change-applet.ts'
import { turningOn, withLabels } from './enable-applet.ts'
import {
  configurationNeededError,
  invalidFieldsError,
  requireAllowedAction,
  requireEnableable,
  requireNewVersionAllowed,
  statusConflict,
} from './require-allowed.ts'
import { requireSeenVersion } from './require-seen.ts'
import { validateAtService } from './validate-at-service.ts'

/**
 * §4.8 save and reconnect: stores the fields and enables the Applet if necessary. Throws `invalid_input` with one error
 * per field for values from the edit page, or with the edit path and the error for stored values (§8);
 * `needs_configuration` with the edit path; and everything that enabling throws.
 */
export async function saveApplet(ctx: Ctx, ref: AppletKey, input: SaveAppletInput): Promise<AppletOfUser> {
  const { done, loaded } = await changeApplet(ctx, ref, (now) => saving(ctx, now, input))
  if (!done) throw statusConflict(loaded, 'save')
  return answerOf(ctx, loaded)
}

async function saving(ctx: Ctx, loaded: LoadedForUser, input: SaveAppletInput): Promise<AppletChange> {
  requireAllowedAction(loaded, 'save')
  await requireSeenVersion(ctx, loaded, input)
  if (loaded.viewer.status !== 'enabled_for_user') {
    requireEnableable(loaded)
    return turningOn(ctx, loaded, await valuesToSave(ctx, loaded, input))
  }
  if (loaded.viewer.newer_version) requireNewVersionAllowed(loaded)
  const values = await valuesToSave(ctx, loaded, input)
  const { keys, first_runner } = await addressKeysOf(ctx, loaded)
  const own = { kind: 'save', ...values, keys } as const
  return { events: ['saved'], only_if: ['is_on', 'is_as_visible', 'is_same_version'], first_runner, own }
}

async function valuesToSave(ctx: Ctx, loaded: LoadedForUser, input: SaveAppletInput): Promise<OwnValues> {
  const chosen = chooseFields({
    fields: loaded.fields,
    stored: loaded.enablement?.fields ?? null,
    given: input.fields,
    preserve: input.preserve_applet_fields ?? false,
    ...(await readStepRules(ctx, loaded.steps)),
  })
  switch (chosen.kind) {
    case 'valid':
      if (input.fields) await requireValid(ctx, loaded, chosen.values)
      return withLabels(loaded, await sealSecrets(ctx, loaded, chosen.values), input.labels)
    case 'missing':
      throw configurationNeededError(loaded)
    case 'invalid':
      throw new AppError('invalid_input', { errors: chosen.errors })
    case 'stale':
      throw invalidFieldsError(loaded, chosen.errors)
  }
}

async function requireValid(ctx: Ctx, loaded: LoadedForUser, values: Record<string, string>): Promise<void> {
  const errors = await validateAtService(ctx, loaded, values)
  if (errors.length > 0) throw new AppError('invalid_input', { errors })
}

/** A secret that was typed is stored sealed; one that was kept is sealed already. */
async function sealSecrets(ctx: Ctx, { fields, enablement, actor }: LoadedForUser, values: Record<string, string>) {
  const secrets = new Set(fields.flatMap(({ key, type }) => (type === 'secret' ? [key] : [])))
  const sealed = Object.entries(values).map(async ([key, value]): Promise<[string, string]> => {
    const isNew = secrets.has(key) && value !== '' && value !== enablement?.fields[key]
    return [key, isNew ? await sealSecret(ctx.settings.TOKEN_KEYS, actor.id, value) : value]
  })
  return Object.fromEntries(await Promise.all(sealed))
}
