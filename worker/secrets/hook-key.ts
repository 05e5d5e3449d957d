import { encryptToken, decryptToken } from './token-encryption.ts'
import type { Ctx } from '../context/context.ts'
import { hookPath } from '../contract/addresses.ts'
import { sha256 } from './hashes.ts'
import { log } from '../log/log.ts'

/**
 * A hook's key is a password in an address: anyone who has it can start the Applet as its user. It is stored twice,
 * never in plain text: hashed, to find the hook, and sealed like a service's token, to show it to its owner. A leaked
 * database triggers nothing, and a failed query can log only the hash.
 */
export type HookColumns = { hook_key_hash: string | null; hook_key_sealed: string | null }
type Owner = { user_id: string; applet_id: number }

/** The columns for this key. `keys` is the setting TOKEN_KEYS. */
export async function hookColumns(keys: string, owner: Owner, key: string) {
  return { hook_key_hash: await sha256(key), hook_key_sealed: await encryptToken(keys, ownerText(owner), key) }
}

export function newHookColumns({ settings, token }: Ctx, owner: Owner) {
  return hookColumns(settings.TOKEN_KEYS, owner, token())
}

/**
 * The address to send events to (§2.1). Null if there is none, or if the key that sealed it is no longer in the
 * settings.
 */
export async function readHookUrl({ settings }: Ctx, owner: Owner & HookColumns): Promise<string | null> {
  if (!owner.hook_key_sealed) return null
  try {
    return (
      settings.SITE_ORIGIN + hookPath(await decryptToken(settings.TOKEN_KEYS, ownerText(owner), owner.hook_key_sealed))
    )
  } catch {
    log('error', 'hook_key_unreadable')
    return null
  }
}

function ownerText({ user_id, applet_id }: Owner): string {
  return JSON.stringify(['hook', user_id, applet_id])
}
