import { and } from 'drizzle-orm'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SecretAddressKind } from '../../contract/hooks/secret-address.ts'
import { enablements } from '../../db/schema/applets.ts'
import { refuseKey } from '../../engine/hooks/refuse-key.ts'
import { ensureRunner } from '../../engine/runner-sync/ensure-runner.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { newHookColumns } from '../../system/secrets/hook-key.ts'
import { newMailColumns } from '../../system/secrets/mail-key.ts'
import { refuseStaleProof } from '../../users/session/require-fresh-proof.ts'
import { answerOf, loadForUser, type LoadedForUser } from '../read/load-applet.ts'
import { changeApplet } from './change-applet.ts'
import type { AddressKeys } from './insert-enablement.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { writesEnablement } from './written-rows.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'

type NewKey = (ctx: Ctx, loaded: LoadedForUser) => Promise<Partial<AddressKeys>>
const ADDRESSES: Record<SecretAddressKind, { isOf: 'has_webhook' | 'has_mail'; newKey: NewKey }> = {
  hook_url: { isOf: 'has_webhook', newKey: newHookKey },
  mail_address: { isOf: 'has_mail', newKey: (ctx, loaded) => newMailColumns(ctx, ownerOf(loaded)) },
}

/**
 * POST /api/applets/{id}/hook_url and /mail_address: creates a new secret address; the old one stops working at once
 * (§2.1). Throws `proof_required` (403), `not_found` for an Applet without such an address, `conflict` if it is not
 * enabled, `runner_away` (503), with nothing changed, if the user's Runner has to be told and cannot.
 */
export async function regenerateAddress(ctx: Ctx, ref: AppletKey, kind: SecretAddressKind): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  refuseStaleProof(loaded.actor, ctx.realNow())
  const { isOf, newKey } = ADDRESSES[kind]
  if (!loaded.applet[isOf]) throw new AppError('not_found')
  requireAllowedAction(loaded, 'regenerate_address')
  const { user_id, applet_id } = ownerOf(loaded)
  const columns = await newKey(ctx, loaded)
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: `${kind}_changed`,
    when: hasEnablement(user_id, applet_id, 'enabled'),
    writes: (when) => [
      writesEnablement(
        ctx.db
          .update(enablements)
          .set({ ...columns, updated_at: ctx.now() })
          .where(and(ownEnablement(user_id, applet_id), when))
          .returning(),
      ),
    ],
  })
  if (!done) throw statusConflict(after, 'regenerate_address')
  return answerOf(ctx, after)
}

/** A Runner takes events without asking D1, so it refuses the old key first. */
async function newHookKey(ctx: Ctx, loaded: LoadedForUser): Promise<Partial<AddressKeys>> {
  const { actor, enablement } = loaded
  const runner_id = await ensureRunner(ctx, actor.id)
  const columns = await newHookColumns(ctx, runner_id, ownerOf(loaded))
  if (enablement?.hook_key_hash) await refuseKey(ctx, runner_id, enablement.hook_key_hash)
  return columns
}

function ownerOf({ actor, row }: LoadedForUser) {
  return { user_id: actor.id, applet_id: row.id }
}
