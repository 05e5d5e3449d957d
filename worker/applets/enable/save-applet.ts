import { and } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SaveAppletInput } from '../../contract/applets/applet-input.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletKey } from '../read/applet-queries.ts'
import { changeApplet } from './change-applet.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import {
  configurationNeededError,
  writeEnablement,
  invalidFieldsError,
  requireEnableable,
} from './enablement-change.ts'
import { chooseFields } from '../read/field-rules.ts'
import { loadForUser, requireViewer, type LoadedForUser } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { enablements } from '../../db/schema/applets.ts'

/**
 * §4.8 save and reconnect: stores the fields and enables the Applet if necessary. Throws `invalid_input` with one error
 * per field for values from the edit page, or with the edit path and the error for stored values (§8);
 * `needs_configuration` with the edit path; and everything that enabling throws.
 */
export async function saveApplet(ctx: Ctx, ref: AppletKey, input: SaveAppletInput): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  requireAllowedAction(loaded, 'save')
  if (loaded.viewer.status === 'enabled_for_user')
    return requireViewer(await saveFields(ctx, loaded, fieldsToSave(loaded, input)))
  requireEnableable(loaded)
  const values = fieldsToSave(loaded, input)
  const { done, loaded: after } = await writeEnablement(ctx, loaded, values)
  // Another tab enabled the Applet first, so these values still have to be stored.
  return requireViewer(done ? after : await saveFields(ctx, after, values))
}

function fieldsToSave(loaded: LoadedForUser, input: SaveAppletInput): Record<string, string> {
  const chosen = chooseFields({
    fields: loaded.fields,
    stored: loaded.enablement?.fields ?? null,
    given: input.fields,
    preserve: input.preserve_applet_fields ?? false,
  })
  switch (chosen.kind) {
    case 'valid':
      return chosen.values
    case 'missing':
      throw configurationNeededError(loaded)
    case 'invalid':
      throw new AppError('invalid_input', { errors: chosen.errors })
    case 'stale':
      throw invalidFieldsError(loaded, chosen.errors)
  }
}

async function saveFields(ctx: Ctx, loaded: LoadedForUser, fields: Record<string, string>): Promise<LoadedForUser> {
  const { row, actor } = loaded
  const changed = await changeApplet(ctx, loaded, {
    kind: 'saved',
    when: hasEnablement(actor.id, row.id, 'enabled'),
    writes: (when) => [
      ctx.db
        .update(enablements)
        .set({ fields, updated_at: ctx.now() })
        .where(and(ownEnablement(actor.id, row.id), when)),
    ],
  })
  if (!changed.done) throw statusConflict(changed.loaded, 'save')
  return changed.loaded
}
