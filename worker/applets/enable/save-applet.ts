import { and } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SaveAppletInput } from '../../contract/applets/applet-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from './change-applet.ts'
import { addressKeysOf, keptOr } from './insert-enablement.ts'
import { writesEnablement } from './written-rows.ts'
import { hasEnablement, ownEnablement, visibilityUnchanged } from './write-conditions.ts'
import {
  configurationNeededError,
  writeEnablement,
  invalidFieldsError,
  requireEnableable,
  requireNewVersionAllowed,
} from './enablement-change.ts'
import { chooseFields } from '../read/field-rules.ts'
import { readStepRules } from '../read/step-field-checks.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { validateAtService } from './validate-at-service.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { enablements } from '../../db/schema/applets.ts'
import { sealSecret } from '../../system/secrets/field-secret.ts'
import { versionForUser } from '../../db/applets/applet-versions.ts'

/**
 * §4.8 save and reconnect: stores the fields and enables the Applet if necessary. Throws `invalid_input` with one error
 * per field for values from the edit page, or with the edit path and the error for stored values (§8);
 * `needs_configuration` with the edit path; and everything that enabling throws.
 */
export async function saveApplet(ctx: Ctx, ref: AppletKey, input: SaveAppletInput): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'save')
  if (loaded.viewer.status === 'enabled_for_user') {
    if (loaded.viewer.newer_version) requireNewVersionAllowed(loaded)
    return answerOf(ctx, await saveFields(ctx, loaded, await fieldsToSave(ctx, loaded, input)))
  }
  requireEnableable(loaded)
  const values = await fieldsToSave(ctx, loaded, input)
  const { done, loaded: after } = await writeEnablement(ctx, loaded, values)
  // Another tab enabled the Applet first, so these values still have to be stored.
  return answerOf(ctx, done ? after : await saveFields(ctx, after, values))
}

async function fieldsToSave(ctx: Ctx, loaded: LoadedForUser, input: SaveAppletInput): Promise<Record<string, string>> {
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
      return sealSecrets(ctx, loaded, chosen.values)
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

async function saveFields(ctx: Ctx, loaded: LoadedForUser, fields: Record<string, string>): Promise<LoadedForUser> {
  const { row, actor } = loaded
  const { keys, first, when: hasKeys } = await addressKeysOf(ctx, loaded)
  const changed = await changeApplet(ctx, loaded, {
    kind: 'saved',
    first,
    when: and(hasEnablement(actor.id, row.id, 'enabled'), visibilityUnchanged(row), hasKeys),
    writes: (when) => [
      writesEnablement(
        ctx.db
          .update(enablements)
          .set({ fields, version: versionForUser(actor.id, row.id), ...keptOr(keys), updated_at: ctx.now() })
          .where(and(ownEnablement(actor.id, row.id), when))
          .returning(),
      ),
    ],
  })
  if (!changed.done) throw statusConflict(changed.loaded, 'save')
  return changed.loaded
}
