import type { Applet } from '../../contract/applets/applet.ts'
import type { AddressKeys, Owner } from '../../db/applets/enablement-writes.ts'
import { ensureRunner } from '../../engine/runner-sync/ensure-runner.ts'
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

type Addressed = Pick<Applet, 'has_webhook' | 'has_mail'>

/** The columns of new keys for the addresses that start this Applet; nulls for one that needs none. */
export async function newAddressKeys(
  ctx: Ctx,
  owner: Owner,
  { has_webhook, has_mail }: Addressed,
  runner_id: string | null = null,
): Promise<AddressKeys> {
  return {
    ...NO_KEYS,
    ...(has_webhook && (await newHookColumns(ctx, runner_id ?? (await ensureRunner(ctx, owner.user_id)), owner))),
    ...(has_mail && (await newMailColumns(ctx, owner))),
  }
}

/**
 * New keys with what a change needs for them: the key of a hook names its user's Runner, which for the first one is made
 * in the same batch.
 */
export async function addressKeysOf(ctx: Ctx, { actor, row, applet, runner_id }: LoadedForUser) {
  const owner = { user_id: actor.id, applet_id: row.id }
  const first_runner = applet.has_webhook && runner_id === null ? ctx.runners.newId() : null
  return { keys: await newAddressKeys(ctx, owner, applet, runner_id ?? first_runner), first_runner }
}
