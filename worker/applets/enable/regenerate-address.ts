import type { AppletKey } from '../../contract/addresses.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import type { SecretAddressKind } from '../../contract/hooks/secret-address.ts'
import { refuseKey } from '../../engine/hooks/refuse-key.ts'
import { ensureRunner } from '../../engine/runner-sync/sync-runner.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { newHookColumns } from '../../system/secrets/hook-key.ts'
import { newMailColumns } from '../../system/secrets/mail-key.ts'
import { refuseStaleProof } from '../../users/session/require-fresh-proof.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { changeApplet } from './change-applet.ts'
import type { AddressKeys } from '../../db/applets/enablement-writes.ts'
import { requireAllowedAction, statusConflict } from './require-allowed.ts'

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
  const { isOf, newKey } = ADDRESSES[kind]
  const { done, loaded } = await changeApplet(ctx, ref, async (now) => {
    refuseStaleProof(now.actor, ctx.realNow())
    if (!now.applet[isOf]) throw new AppError('not_found')
    requireAllowedAction(now, 'regenerate_address')
    const own = { kind: 'set', columns: await newKey(ctx, now) } as const
    return { events: [`${kind}_changed`], only_if: ['is_on'], own }
  })
  if (!done) throw statusConflict(loaded, 'regenerate_address')
  return answerOf(ctx, loaded)
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
