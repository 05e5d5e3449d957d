import type { Applet } from '../../contract/applets/applet.ts'
import type { AddressKeys, Owner } from '../../db/applets/enablement-writes.ts'
import type { Ctx } from '../../system/context/context.ts'
import { newHookColumns } from '../../system/secrets/hook-key.ts'
import { newMailColumns } from '../../system/secrets/mail-key.ts'
import type { LoadedForUser } from '../read/load-applet.ts'

const NO_KEYS: AddressKeys = {
  hook_key_hash: null,
  hook_key_sealed: null,
  mail_key_hash: null,
  mail_key_sealed: null,
}

/**
 * New keys for the addresses that start this Applet; nulls for one that needs none. The key of a hook names its user's
 * Runner: `first_runner` is one that the change has to give to a user without.
 */
export async function newAddressKeys(
  ctx: Ctx,
  owner: Owner,
  { has_webhook, has_mail }: Pick<Applet, 'has_webhook' | 'has_mail'>,
  runner_id: string | null,
): Promise<{ keys: AddressKeys; first_runner: string | null }> {
  const first_runner = has_webhook && runner_id === null ? ctx.runners.newId() : null
  const runner = runner_id ?? first_runner
  const keys = {
    ...NO_KEYS,
    ...(has_webhook && runner !== null && (await newHookColumns(ctx, runner, owner))),
    ...(has_mail && (await newMailColumns(ctx, owner))),
  }
  return { keys, first_runner }
}

/** New keys for an Applet that was read. */
export function addressKeysOf(ctx: Ctx, { actor, row, applet, runner_id }: LoadedForUser) {
  return newAddressKeys(ctx, { user_id: actor.id, applet_id: row.id }, applet, runner_id)
}
