import type { RunnerCtx } from '../context/context.ts'
import { sha256 } from './hashes.ts'
import { decryptToken, encryptToken } from './token-encryption.ts'

/**
 * The key of an address is a password: anyone who has it can start an Applet as its user. It is stored twice, never in
 * plain text: hashed, to find whose it is, and sealed like a service's token, to show it to its owner. A leaked database
 * triggers nothing, and a failed query can log only the hash. `keys` is the setting TOKEN_KEYS.
 */
export async function sealKey(keys: string, owner: string, key: string): Promise<{ hash: string; sealed: string }> {
  return { hash: await sha256(key), sealed: await encryptToken(keys, owner, key) }
}

/** Null if the key that sealed it is no longer in the settings; `onLost` tells the operator. */
export async function openSealedKey(
  { settings }: Pick<RunnerCtx, 'settings'>,
  owner: string,
  sealed: string,
  onLost: () => void,
): Promise<string | null> {
  try {
    return await decryptToken(settings.TOKEN_KEYS, owner, sealed)
  } catch {
    onLost()
    return null
  }
}
