import { and } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SaveAppletInput } from '../../contract/applets/applet-input.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
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
import { requireAction } from './require-allowed-action.ts'
import { enablements } from '../../db/schema/applets.ts'

/**
 * §4.8 save and reconnect: stores the fields and enables the Applet where it is not. Throws `invalid_input` with one
 * error a field for what the edit page sent, with the edit path and the error in it for what was stored (§8);
 * `needs_configuration` with the edit path; and what enabling throws.
 */
export async function saveApplet(ctx: Ctx, ref: AppletRef, input: SaveAppletInput): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'save')
  if (world.viewer.status === 'enabled_for_user') return requireViewer(await store(ctx, world, valuesOf(world, input)))
  requireEnableable(world)
  const values = valuesOf(world, input)
  const { done, world: after } = await writeEnablement(ctx, world, values)
  // Another tab enabled it first: what this one was given is still to be stored.
  return requireViewer(done ? after : await store(ctx, after, values))
}

function valuesOf(world: LoadedForUser, input: SaveAppletInput): Record<string, string> {
  const chosen = chooseFields({
    fields: world.fields,
    stored: world.enablement?.fields ?? null,
    given: input.fields,
    preserve: input.preserve_applet_fields ?? false,
  })
  switch (chosen.kind) {
    case 'valid':
      return chosen.values
    case 'missing':
      throw configurationNeededError(world)
    case 'invalid':
      throw new AppError('invalid_input', { errors: chosen.errors })
    case 'stale':
      throw invalidFieldsError(world, chosen.errors)
  }
}

async function store(ctx: Ctx, world: LoadedForUser, fields: Record<string, string>): Promise<LoadedForUser> {
  const { row, actor } = world
  const changed = await changeApplet(ctx, world, {
    kind: 'saved',
    when: hasEnablement(actor.id, row.id, 'enabled'),
    writes: (when) => [
      ctx.db
        .update(enablements)
        .set({ fields, updated_at: ctx.now() })
        .where(and(ownEnablement(actor.id, row.id), when)),
    ],
  })
  if (!changed.done) throw new AppError('conflict')
  return changed.world
}
